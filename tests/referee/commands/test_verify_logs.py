"""`verify_logs`: chains of files and of all that is stored, whole, cut, altered and taken apart."""

import json
from pathlib import Path

import pytest

from referee.logs.hash_chain import body_of, chained
from referee.models.records import Record, RecordPart
from referee.records.changes import attach_log
from tests.referee.logs import WON_BY_A, log
from tests.referee.running import run
from tests.tournaments.factories import actor, at
from tournaments.models.rounds import Match


def verified(*paths: object) -> tuple[int, dict[str, object]]:
    code, out, _err = run("verify_logs", *paths, "--json")
    return code, json.loads(out)


def with_chain() -> bytes:
    return body_of(chained([json.loads(line) for line in log(*WON_BY_A).splitlines()])).encode()


def test_files_sound_altered_and_without_a_chain(tmp_path: Path) -> None:
    sound, plain, altered = (tmp_path / f"{name}.jsonl" for name in ("sound", "plain", "altered"))
    sound.write_bytes(with_chain())
    plain.write_bytes(log(*WON_BY_A))
    assert verified(sound) == (
        0, {"logs": 1, "sound": 1, "without_chain": 0, "broken": [], "sent_broken": []}
    )  # fmt: skip
    assert verified(plain)[0] == 0
    lines = with_chain().splitlines(keepends=True)
    altered.write_bytes(b"".join(lines).replace(b'"Number 9"', b'"Number 8"'))
    code, told = verified(tmp_path)
    assert code == 1 and (told["logs"], told["sound"], told["without_chain"]) == (3, 1, 1)
    # A shows the 9 in entry 5.
    (fault,) = told["broken"]  # type: ignore[misc]
    assert (fault["log"], fault["entry"]) == (str(altered), 5)
    for changed, entry in (([*lines[:2], *lines[3:]], 2), ([*lines[:2], lines[3], lines[2], *lines[4:]], 2)):
        altered.write_bytes(b"".join(changed))
        assert verified(altered)[1]["broken"][0]["entry"] == entry  # type: ignore[index]
    code, out, err = run("verify_logs", altered)
    assert (code, out) == (1, "") and f"{altered}: broken at entry 2" in err


def test_a_named_file_that_is_no_log_ends_with_64_and_in_a_folder_it_is_a_fault(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"{nonsense\n")
    assert run("verify_logs", bad)[0] == 64
    assert run("verify_logs", tmp_path / "none")[0] == 64
    assert verified(tmp_path)[0] == 1
    bad.unlink()
    assert verified(tmp_path) == (
        0,
        {"logs": 0, "sound": 0, "without_chain": 0, "broken": [], "sent_broken": []},
    )


def test_all_stored_logs(match: Match) -> None:
    assert verified() == (0, {"logs": 0, "sound": 0, "without_chain": 0, "broken": [], "sent_broken": []})
    sent = attach_log(
        match, 1, with_chain().replace(b'"Number 3"', b'"Number 2"'), by=actor("jude"), now=at(12)
    )
    # It came broken, and is stored as it came: the store itself is sound.
    code, told = verified()
    assert code == 0 and told["logs"] == 1 and told["broken"] == []
    (one,) = told["sent_broken"]  # type: ignore[misc]
    assert one["entry"] == 6 and f"record {sent.pk}," in one["log"]
    err = run("verify_logs")[2]
    assert "broken at entry 6 when it was sent" in err


def test_a_sound_stored_log_is_sound(match: Match) -> None:
    attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(10))
    assert verified()[1]["sound"] == 1


@pytest.mark.parametrize(
    ("old", "new", "entry"),
    [('"Number 9"', '"Number 8"', 5), ('"salt":"', '"salt":"00', 0)],
    ids=["card", "salt"],
)
def test_a_stored_line_that_was_altered_is_named(match: Match, old: str, new: str, entry: int) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(10))
    part = RecordPart.objects.get(record=record)
    RecordPart.objects.filter(pk=part.pk).update(body=part.body.replace(old, new, 1))
    code, told = verified()
    assert code == 1 and told["broken"][0]["entry"] == entry  # type: ignore[index]


def test_a_stored_log_written_anew_with_a_chain_of_its_own_lacks_the_sites_signature(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(10))
    RecordPart.objects.filter(record=record).update(body=with_chain().decode())
    assert verified()[0] == 1
    Record.objects.filter(pk=record.pk).update(head=json.loads(with_chain().splitlines()[-1])["hash"])
    assert verified()[0] == 1


def test_a_stored_log_cut_short_or_made_nonsense_is_told(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(10))
    part = RecordPart.objects.get(record=record)
    for text in ("".join(part.body.splitlines(keepends=True)[:-1]), "", "nonsense\n"):
        RecordPart.objects.filter(pk=part.pk).update(body=text)
        code, told = verified()
        assert code == 1 and len(told["broken"]) == 1  # type: ignore[arg-type]
