"""The pages and the API behind their front, as an RSGI application."""

from config.frames import give_threads_room
from config.front.server import Front
from config.launch.warming import collect_rarely, in_the_background
from config.over_tls import of_a_page
from config.static_files import static_files
from config.wsgi import application as wsgi
from tournaments.heartbeats.changes import beat_pages

application = Front(wsgi, beat=beat_pages, files=static_files(), also=of_a_page, begun=in_the_background)

collect_rarely()
give_threads_room()
