"""Who signs in, and how guessing is slowed down."""

from config.settings.environment import env

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "config.passwords.NotOfThisSite"}]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if env.str("EMAIL_URL", "") else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Sign-up, too, says nothing of addresses: an account whose address is another's has it unverified.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_ADAPTER = "config.lockout.AccountAdapter"
# By address only, and so that a hall behind one address gets in; whose password is guessed is counted by axes below.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {
    "login": "600/m/ip",
    "login_failed": "60/m/ip",
    "signup": "120/m/ip",
}
ACCOUNT_SESSION_REMEMBER = True
# The password again, before an address or a second step is changed in a session that is older than a few minutes.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ADAPTER = "config.second_steps.Adapter"

# Wrong passwords are counted by name and address together, and apart for browsers that signed in to that account
# before (config/lockout.py): who guesses from the same address does not keep its owner out.
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_HTTP_RESPONSE_CODE = 429
AXES_USERNAME_CALLABLE = "config.lockout.tried_name"
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_SENSITIVE_PARAMETERS = ["password", "password1", "password2", "token"]
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "config.addresses.address_of"
#: Days an API token is good for.
API_TOKEN_DAYS = env.int("API_TOKEN_DAYS", 90)
PROXY_COUNT = env.int("PROXY_COUNT", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXY_COUNT", 0)
