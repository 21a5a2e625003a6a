vcl 4.1;
# A Varnish before the servers: it caches what they allow it to, until Nightdesk purges it. TLS ends before it.
# CDN_PURGE_URL is its own address, such as http://varnish:6081/.

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/readyz"; .interval = 1s; }
}

# The workers. Whoever else can reach this address could empty the cache.
acl workers {
  "127.0.0.1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ workers) {
      return (synth(403, "Not allowed"));
    }
    # Nothing but tags may get into the expression of a ban.
    if (req.http.Surrogate-Key !~ "^[a-z0-9:]+( [a-z0-9:]+)*$") {
      return (synth(400, "Surrogate-Key must name tags"));
    }
    if (!std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
      return (synth(500, std.ban_error()));
    }
    return (synth(200, "Purged"));
  }
}

sub vcl_backend_response {
  # Varnish would cache these for two minutes.
  if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
  }
}

sub vcl_deliver {
  # These are for this cache alone; caches behind it hear of no purges.
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ", s-maxage=\d+.*$", "");
}
