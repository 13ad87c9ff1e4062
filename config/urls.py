"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/v1/docs/", SpectacularSwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    path("api/v1/", include("tournaments.api_urls", namespace="tournaments-api")),
    path("api/v1/", include("referee.api_urls", namespace="referee-api")),
    path("", include("tournaments.urls")),
    path("", include("referee.urls")),
]
