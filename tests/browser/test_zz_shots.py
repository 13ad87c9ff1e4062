"""Screens at phone width, for a look: run by pytest."""
import pytest, json
from tests.browser.conftest import Window, SHOTS
from tests.referee.live.playing import match_of_game, opened, play, played, tap, phone
from tests.tournaments.factories import player
from pathlib import Path
from playwright.sync_api import expect
import os
OUT=Path("/tmp/liveui-shots"); OUT.mkdir(exist_ok=True)
pytestmark=[pytest.mark.browser, pytest.mark.timeout(900)]
SMALL=(360,740)
CASES={"highlander":("short4",8,20),"looney_tunes":("short0",8,30),"nightmare_before_christmas":("short7",8,25),"herocard_duel":("short7",8,24),"herocard_nightmare":("short3",20,24)}
which=os.environ.get("GAMES","").split() or list(CASES)
def shot(page,name):
    page.wait_for_timeout(400)
    page.screenshot(path=OUT/f"{name}.png")
@pytest.mark.parametrize("game", which)
def test_shots(window, transactional_db, game):
    from datetime import timedelta
    import tests.tournaments.factories as f
    seed,_,n=CASES[game]
    log=played(game, "live")
    for mode in ("assisted","competitive"):
        from tournaments.events.models import Event
        if mode=="competitive":
            Event.objects.all().delete() if False else None
        match=match_of_game(game, logs=mode, turn_seconds=30, name=f"Autumn {mode}", slug=f"autumn-{mode}") if False else match_of_game(game, logs=mode, turn_seconds=30, name=f"Autumn {mode}")
        table=opened(match, header=log.header)
        play(table, log, min(n,len(log.entries)-1))
        for letter,dark in (("A",False),("B",True)):
            page=window(player(match,letter).label.lower(), size=SMALL, dark=dark)
            page.goto(f"/live/{table.pk}/")
            shot(page,f"{game}-{mode}-{letter}")
            if mode=="competitive" and letter=="A":
                page.screenshot(path=OUT/f"{game}-{mode}-{letter}-full.png", full_page=True)
                link=page.locator("#live-dock a.tap").first
                if link.count():
                    link.click(); shot(page,f"{game}-{mode}-{letter}-verb")
                    field=page.locator("details.verb[open] input:not([type=hidden]):not([type=radio])").first
                    if field.count():
                        field.click(); page.keyboard.type("up" if game=="highlander" else "ba"); shot(page,f"{game}-{mode}-{letter}-typed")
        break_ = False
