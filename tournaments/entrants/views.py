"""Pages of entrants: the list, walk-ins, one entrant, slips with claim links, registration."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import actor_of, remember_claim
from tournaments.access.claim_tokens import BadClaimLink, entrant_of_token, short_code_of, token_of
from tournaments.decks.queries import handed_in
from tournaments.entrants import changes, claims
from tournaments.entrants.entry import registration_closed
from tournaments.entrants.forms import ByeForm, EntrantForm, LateEntryForm, PairForm, RegisterForm, WalkInForm
from tournaments.entrants.paying import mark_not_paid, mark_paid
from tournaments.errors import DomainError, NotFound
from tournaments.lateness.changes import keep_absent
from tournaments.models.entrants import STANDING, AwardedBye, ClaimLink, Entrant, ForbiddenPair, Status
from tournaments.models.events import State
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.pages.translation import in_words
from tournaments.roster.queries import places_taken, round_to_join, waitlist_place

PAGE = 50


def entrant_in(request: EventRequest, entrant_id: int) -> Entrant:
    """An entrant of this event. Raises NotFound for one of another event, as for none."""
    entrant = request.event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such player in this event."))
    entrant.event = request.event
    return entrant


@require_GET
@event_view()
def entrants(request: EventRequest) -> HttpResponse:
    """Everybody in the event, searched and paged; staff add walk-ins here."""
    return _entrants_page(request, _desk_form(request))


def _desk_form(request: EventRequest, data: Any = None) -> WalkInForm | None:
    if "late_entry" in request.can:
        initial = {"missed_rounds_as": request.event.missed_rounds_as}
        return LateEntryForm(data, initial=initial, next="next" in request.http.GET)
    return WalkInForm(data, next="next" in request.http.GET) if "add_entrant" in request.can else None


def _entrants_page(request: EventRequest, form: WalkInForm | None, status: int = 200) -> HttpResponse:
    words = request.http.GET.get("q", "").strip()[:100]
    wanted = request.http.GET.get("status", "")
    entrants = request.event.entrants.order_by("name", "pk")
    for word in words.split()[:5]:
        entrants = entrants.filter(name__icontains=word)
    if wanted in Status.values:
        entrants = entrants.filter(status=wanted)
    page = Paginator(entrants, PAGE).get_page(request.http.GET.get("page"))
    if request.is_staff and request.event.deck_lists != "none":
        handed = handed_in(page.object_list)
        for entrant in page.object_list:
            entrant.deck_state = handed.get(entrant.pk, "")  # type: ignore[attr-defined]
    return request.show(
        "tournaments/entrants/list.html",
        status,
        page=page,
        words=words,
        wanted=wanted,
        statuses=Status.choices,
        form=form,
        taken=places_taken(request.event),
        check_in_open=request.event.state in (State.REGISTRATION, State.CHECK_IN) and request.is_staff,
    )


@require_POST
@event_view()
def add_entrant(request: EventRequest) -> HttpResponse:
    """A walk-in before the start, a late entry after it."""
    form = _desk_form(request, request.http.POST) or WalkInForm(request.http.POST)
    if not form.is_valid():
        return _entrants_page(request, form, 400)

    def add() -> str:
        data = form.cleaned_data
        if isinstance(form, LateEntryForm):
            entrant = changes.late_entry(request.event, **data, by=request.actor, now=now())
        else:
            entrant = changes.add_entrant(request.event, data["name"], by=request.actor, now=now())
        claims.make_claim_link(entrant, by=request.actor, now=now())
        text = format_html(
            '{} <a href="{}">{}</a>',
            (_("%s is on the waitlist.") if entrant.status == Status.WAITLISTED else _("%s is entered."))
            % entrant.name,
            request.url("slip", entrant.pk),
            _("Show the slip"),
        )
        if number := _may_join(request, entrant):
            there = request.url("change_pairing", number) + f"?who={entrant.pk}"
            seat = _("Give a table in round %(n)s") % {"n": number}
            text = format_html('{} · <a href="{}">{}</a>', text, there, seat)
        messages.success(request.http, text)
        # The next name goes into the same field.
        return request.url("entrants") + "?next"

    try:
        return request.then(add())
    except DomainError as error:
        show_refusal(form, error)
        return _entrants_page(request, form, error.status)


def _may_join(request: EventRequest, entrant: Entrant) -> int:
    """The round that is on, where the reader may give this entrant a table in it; else 0."""
    return round_to_join(entrant) if "change_published" in request.can else 0


@require_GET
@event_view("view_desk")
def entrant(request: EventRequest, entrant_id: int) -> HttpResponse:
    """One entrant, with everything the desk may do."""
    return _entrant_page(request, entrant_in(request, entrant_id))


def _entrant_page(request: EventRequest, entrant: Entrant, status: int = 200, **forms: Any) -> HttpResponse:
    with_this = Q(first=entrant) | Q(second=entrant)
    pairs = ForbiddenPair.objects.filter(with_this, event=request.event, lifted_at=None)
    standard = {
        "edit": EntrantForm(initial=_kept(entrant), event=request.event),
        "pair": _pair_form(request, entrant),
        "bye": ByeForm(auto_id="bye_%s"),
    }
    return request.show(
        "tournaments/entrants/entrant.html",
        status,
        entrant=entrant,
        pairs=list(pairs.select_related("first", "second")),
        byes=entrant.awarded_byes.filter(lifted_at=None),
        history=entrant.changes.order_by("-id")[:50],
        link=_standing_link(entrant),
        waiting=waitlist_place(entrant),
        playing=entrant.status in STANDING,
        may_join=_may_join(request, entrant),
        **(standard | forms),
    )


def _pair_form(request: EventRequest, entrant: Entrant, *sent: QueryDict) -> PairForm:
    words = request.http.GET.get("other", "").strip()[:100]
    return PairForm(*sent, event=request.event, entrant=entrant, words=words, auto_id="pair_%s")


def _kept(entrant: Entrant) -> dict[str, Any]:
    return {name: getattr(entrant, name) for name in EntrantForm.base_fields}


@require_POST
@event_view()
def edit_entrant(request: EventRequest, entrant_id: int) -> HttpResponse:
    """Name, fixed table, seeding, rating."""
    entrant = entrant_in(request, entrant_id)
    form = EntrantForm(request.http.POST, initial=_kept(entrant), event=request.event)
    if form.is_valid():
        try:
            changes.edit_entrant(entrant, form.cleaned_data, by=request.actor, now=now())
            return request.then(request.url("entrant", entrant.pk), _("Saved."))
        except DomainError as error:
            show_refusal(form, error)
    return _entrant_page(request, entrant, 400, edit=form)


@require_POST
@event_view()
def forbid_pair(request: EventRequest, entrant_id: int) -> HttpResponse:
    """Keeps two entrants apart."""
    entrant = entrant_in(request, entrant_id)
    form = _pair_form(request, entrant, request.http.POST)
    if form.is_valid():
        try:
            changes.forbid_pair(entrant, **form.cleaned_data, by=request.actor, now=now())
            return request.then(request.url("entrant", entrant.pk), _("Noted for future pairings."))
        except DomainError as error:
            show_refusal(form, error)
    return _entrant_page(request, entrant, 400, pair=form)


@require_POST
@event_view()
def award_bye(request: EventRequest, entrant_id: int) -> HttpResponse:
    """Gives a bye ahead of a pairing."""
    entrant = entrant_in(request, entrant_id)
    form = ByeForm(request.http.POST, auto_id="bye_%s")
    if form.is_valid():
        try:
            changes.award_bye(entrant, **form.cleaned_data, by=request.actor, now=now())
            return request.then(request.url("entrant", entrant.pk), _("The bye is noted."))
        except DomainError as error:
            show_refusal(form, error)
    return _entrant_page(request, entrant, 400, bye=form)


@require_POST
@event_view()
def lift(request: EventRequest, entrant_id: int, what: str, fact_id: int) -> HttpResponse:
    """Lets a forbidden pair meet again, or takes an awarded bye back."""
    entrant = entrant_in(request, entrant_id)
    if what == "pair":
        pair = ForbiddenPair.objects.filter(event=request.event, pk=fact_id).first()
        if pair is None:
            raise NotFound(_("There is no such pair."))
        changes.lift_forbidden_pair(pair, by=request.actor, now=now())
    else:
        bye = AwardedBye.objects.filter(entrant=entrant, pk=fact_id).first()
        if bye is None:
            raise NotFound(_("There is no such bye."))
        changes.lift_awarded_bye(bye, by=request.actor, now=now())
    return request.then(request.url("entrant", entrant.pk), _("Removed."))


Step = Callable[..., Any]
STEPS: dict[str, Step] = {
    "check-in": changes.check_in,
    "undo-check-in": changes.undo_check_in,
    "drop": changes.drop_entrant,
    "return": changes.return_entrant,
    "no-show": changes.mark_no_show,
    "keep": keep_absent,
    "disqualify": changes.disqualify_entrant,
    "reinstate": changes.reinstate_entrant,
    "paid": mark_paid,
    "not-paid": mark_not_paid,
    "claim-link": claims.make_claim_link,
    "revoke-links": claims.revoke_claim_links,
}
RETURNED = {
    Status.REGISTERED: gettext_lazy("%s is registered again."),
    Status.WAITLISTED: gettext_lazy("%s is on the waitlist."),
}
WITH_REASON = frozenset({"drop", "return", "no-show", "disqualify", "reinstate"})


@require_POST
@event_view()
def entrant_step(request: EventRequest, entrant_id: int, step: str) -> HttpResponse:
    """One press of a button about an entrant: by the desk, or by the entrant himself where he may."""
    entrant = entrant_in(request, entrant_id)
    if step not in STEPS:
        raise NotFound(_("There is no such step."))
    extra = {"reason": request.http.POST.get("reason", "")} if step in WITH_REASON else {}
    address = request.url("entrant", entrant.pk) if request.is_staff else request.url("my_table")

    def act() -> str:
        STEPS[step](entrant, by=request.actor, now=now(), **extra)
        entrant.refresh_from_db(fields=["status"])
        return request.url("slip", entrant.pk) if step == "claim-link" else address

    said = {
        "check-in": _("%s is checked in."),
        "undo-check-in": _("The check-in of %s is taken back."),
        "drop": _("%s has dropped."),
        "return": _("%s plays again from the next round on."),
        "no-show": _("%s is marked as not there."),
        "keep": _("%s is paired again."),
        "disqualify": _("%s is disqualified."),
        "reinstate": _("The disqualification of %s is taken back."),
        "paid": _("%s has paid."),
        "not-paid": _("%s has not paid."),
        "revoke-links": _("The links of %s do not work any more."),
    }
    went_on = act()
    if step == "return":
        said["return"] = str(RETURNED.get(Status(entrant.status), said["return"]))
    return request.then(went_on, said[step] % entrant.name if step in said else "")


def _standing_link(entrant: Entrant) -> str:
    """The newest claim link that still works, as an address on this site; empty without one."""
    link = _newest_link(entrant)
    return _address_of(link) if link else ""


def _newest_link(entrant: Entrant) -> ClaimLink | None:
    return entrant.claim_links.filter(revoked_at=None, expires_at__gt=now()).last()


def _address_of(link: ClaimLink) -> str:
    return reverse("tournaments:claim", args=[token_of(link)])


@never_cache
@require_GET
@event_view("make_claim_link")
def slip(request: EventRequest, entrant_id: int) -> HttpResponse:
    """The claim link as a slip to print or to scan from the screen."""
    entrant = entrant_in(request, entrant_id)
    link = _newest_link(entrant)
    return request.show(
        "tournaments/entrants/slip.html",
        entrant=entrant,
        address=request.http.build_absolute_uri(_address_of(link)) if link else "",
        code=short_code_of(link) if link else "",
        code_page=request.http.build_absolute_uri(reverse("tournaments:slip_code")).partition("://")[2],
    )


@never_cache
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Opens a claim link: says whose it is, and after one press this browser acts for that entrant."""
    try:
        entrant = entrant_of_token(token, now())
    except BadClaimLink as error:
        return render(request, "tournaments/entrants/claim_bad.html", {"error": error}, status=error.status)
    if request.method == "POST":
        remember_claim(request, token)
        if request.POST.get("adopt") and request.user.is_authenticated:
            actor = actor_of(request)
            assert actor.user is not None
            claims.adopt_entrant(entrant, actor.user, by=actor, now=now())
        if request.POST.get("here"):
            _check_in_by_link(request, entrant)
        answer = HttpResponseRedirect(reverse("tournaments:my_table", args=[entrant.event.slug]))
        answer.status_code = 303
        return answer
    checks_in = entrant.event.state == State.CHECK_IN and entrant.status == Status.REGISTERED
    context = {"entrant": entrant, "event": entrant.event, "adoptable": entrant.user_id is None}
    context["checks_in"] = checks_in
    return render(request, "tournaments/entrants/claim.html", context)


def _check_in_by_link(request: HttpRequest, entrant: Entrant) -> None:
    """Checks in whoever has just said who he is; why that cannot be is told on the next page."""
    try:
        changes.check_in(entrant, by=actor_of(request), now=now())
    except DomainError as error:
        messages.warning(request, in_words(error))


@event_view()
def register(request: EventRequest) -> HttpResponse:
    """Enters the reader's own account."""
    if request.mine is not None and request.mine.status != Status.DROPPED:
        return redirect(request.url("my_table"))
    if request.actor.user is None:
        return redirect(f"{reverse('account_login')}?next={request.url('register')}")
    sent = request.http.method == "POST"
    form = RegisterForm(request.http.POST if sent else None)
    form.fields["code"].required = bool(request.event.registration_code)
    status = 200
    if sent:
        if form.is_valid():
            try:
                entered = changes.register(request.event, **form.cleaned_data, by=request.actor, now=now())
                waiting = entered.status == Status.WAITLISTED
                said = _("You are on the waitlist.") if waiting else _("You are registered.")
                return request.then(request.url("my_table"), said)
            except DomainError as error:
                show_refusal(form, error)
        status = 400
    return request.show(
        "tournaments/entrants/register.html",
        status,
        form=form,
        taken=places_taken(request.event),
        closed=registration_closed(request.event, now()),
    )
