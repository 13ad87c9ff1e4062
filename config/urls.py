"""Every address of the site."""

from allauth.account.decorators import reauthentication_required, secure_admin_login
from allauth.usersessions.views import list_usersessions
from django.contrib import admin
from django.contrib.auth.decorators import login_required
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from config.monitoring import health, metrics, ready
from config.operating.views import operating
from config.schema import Description

# One way to sign in for all: the admin's own would know no second step and no limit.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    # After the password, as other changes to an account.
    path(
        "accounts/sessions/",
        login_required(reauthentication_required(list_usersessions)),
        name="usersessions_list",
    ),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("language/", include("django.conf.urls.i18n")),
    path("healthz", health, name="health"),
    path("readyz", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
    path("operating/", operating, name="operating"),
    path("api/v1/schema/", Description.as_view(), name="api-schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("api/v1/", include("referee.api_urls", namespace="referee-api")),
    path("api/v1/", include("tournaments.api_urls", namespace="tournaments-api")),
    path("", include("tournaments.live.urls")),
    path("", include("tournaments.urls")),
    path("", include("referee.urls")),
]

handler400 = "tournaments.last_answers.unreadable"
handler404 = "tournaments.last_answers.nowhere"
handler500 = "tournaments.last_answers.broken"
