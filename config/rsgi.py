"""The pages and the API behind their front, as an RSGI application."""

import gc

from config.front.server import Front
from config.launch.warming import in_the_background
from config.over_tls import of_a_page
from config.static_files import static_files
from config.wsgi import application as wsgi
from tournaments.heartbeats.changes import beat_pages

application = Front(wsgi, beat=beat_pages, files=static_files(), also=of_a_page, begun=in_the_background)

# Looking through all that is kept for what nobody needs any more stops every thread for as long as a page takes, and
# what an answer leaves behind is mostly gone without being looked for: so that is done a thirtieth as often.
gc.set_threshold(20_000, 20, 20)
