#!/usr/bin/env bash
# Every call of the REST API, feature by feature, and the status that it answers with. Stops at the first other status.
# It leaves behind what the site keeps anyway: a disabled account, an invitation, an article in the trash, an image, an import.
#
#   ADMIN_EMAIL=ada@example.org ADMIN_PASSWORD=lamplight npm start
#   EMAIL=ada@example.org PASSWORD=lamplight bash docs/calls.sh
set -euo pipefail

SITE=${SITE:-http://127.0.0.1:3000}
: "${EMAIL:?Set EMAIL and PASSWORD to an account with the role admin}" "${PASSWORD:?Set PASSWORD to its password}"

TOKEN=
# call STATUS METHOD PATH [JSON]: prints the call and the beginning of its answer, and keeps the whole in ANSWER.
call() {
  ask "$1" "$2 $3" -X "$2" "$SITE$3" -H 'Content-Type: application/json' ${4:+-d "$4"}
}
# upload STATUS PATH FILE
upload() {
  ask "$1" "POST $2" "$SITE$2" -F "file=@$3"
}
ask() {
  local expected=$1 name=$2 status
  ANSWER=$(curl -sS -H "Authorization: Bearer $TOKEN" -A 'Mozilla/5.0 Firefox/145.0' -w '\n%{http_code}' "${@:3}")
  status=${ANSWER##*$'\n'} ANSWER=${ANSWER%$'\n'*}
  echo "$status $name ${ANSWER:0:100}"
  [ "$status" = "$expected" ] || { echo "$name: $expected was expected. $ANSWER" >&2; exit 1; }
}
# value KEY: the first value of this key in the last answer.
value() {
  [[ $ANSWER =~ \"$1\":\"?([^\",}]+) ]] || { echo "No $1 in $ANSWER" >&2; exit 1; }
  echo "${BASH_REMATCH[1]}"
}

# Sign-in
call 401 GET /admin/articles
call 401 POST /admin/login '{"username":"'"$EMAIL"'","password":"not the password"}'
call 200 POST /admin/login '{"username":"'"$EMAIL"'","password":"'"$PASSWORD"'"}'
ADMIN=$(value token) TOKEN=$(value token)

# The rest of a sign-in with a second factor, for the attempt that POST /admin/login answers with
call 404 POST /admin/login/totp '{"attempt":"used","code":"123456"}'
call 404 POST /admin/login/recovery-code '{"attempt":"used","recovery_code":"0000-0000-0000-0000"}'
call 404 POST /admin/login/passkey-options '{"attempt":"used"}'
call 422 POST /admin/login/passkey '{"attempt":"used"}'

# The first admin is made once: there is one by now
call 404 POST /admin/setup-link '{"token":"used"}'
call 404 POST /admin/setup '{"token":"used","username":"eve@example.org","full_name":"Eve","password":"lamplight"}'

# Articles: create, schedule, preview, publish, edit
TEXT='[{"type":"paragraph","children":[{"text":"The ferry leaves at dusk."}]}]'
call 422 POST /admin/articles '{"title":"","content":[]}'
call 201 POST /admin/articles '{"title":"The Night Ferry","content":'"$TEXT"',"tags":["Ferries"]}'
ARTICLE=$(value id)
call 200 GET /admin/articles
call 200 GET /admin/articles/$ARTICLE
VERSION=$(value version_id)
call 200 GET /admin/tags
call 404 GET /api/articles/$ARTICLE
call 422 PUT /admin/articles/$ARTICLE/schedule '{"publish_at":"2020-01-01T06:00:00Z"}'
call 200 PUT /admin/articles/$ARTICLE/schedule '{"publish_at":"2199-01-01T06:00:00+03:00"}'
call 200 DELETE /admin/articles/$ARTICLE/schedule
call 201 POST /admin/articles/$ARTICLE/previews '{"hours":24}'
PROOF=$(value url) PROOF=${PROOF##*/}
call 200 GET /admin/articles/$ARTICLE/previews
PREVIEW=$(value id)
call 201 POST /api/previews/$PROOF/notes '{"name":"Njeri","text":"Not before dark?","quote":"dusk","prefix":"The ferry leaves at ","suffix":"."}'
call 200 GET /admin/articles/$ARTICLE/notes
NOTE=$(value id)
call 204 POST /admin/articles/$ARTICLE/notes/$NOTE/resolve
call 204 POST /admin/articles/$ARTICLE/notes/$NOTE/reopen
call 200 GET /admin/articles/$ARTICLE/proof
call 204 DELETE /admin/articles/$ARTICLE/previews/$PREVIEW
call 409 PUT /admin/articles/$ARTICLE/publish '{"base_version":2}'
call 200 PUT /admin/articles/$ARTICLE/publish '{"version_number":1}'
call 409 PUT /admin/articles/$ARTICLE/schedule '{"publish_at":"2199-01-01T06:00:00+03:00"}'
call 200 PUT /admin/articles/$ARTICLE '{"title":"The Day Ferry","base_version":1}'
call 409 PUT /admin/articles/$ARTICLE '{"title":"The Dawn Ferry","base_version":1}'
call 201 POST /admin/articles/$ARTICLE/corrections '{"text":"It leaves at dawn, not at dusk."}'
CORRECTION=$(value id)
call 200 GET /admin/articles/$ARTICLE/corrections
call 204 DELETE /admin/articles/$ARTICLE/corrections/$CORRECTION

# Pages: an article of the kind `page` has an address of its own
call 422 POST /admin/articles '{"kind":"page","title":"About","path":"/admin","content":[]}'
call 200 POST /admin/articles/original '{"path":"/terms"}'
call 200 DELETE /admin/articles/$(value id)
call 404 GET '/api/page?path=/terms'

# Working copies: what is written and not saved, of an article and of one that is not made yet
call 404 GET /admin/articles/$ARTICLE/working-copy
call 200 PUT /admin/articles/$ARTICLE/working-copy '{"revision":0,"base_version":3,"title":"The Dawn Ferry","content":[]}'
call 409 PUT /admin/articles/$ARTICLE/working-copy '{"revision":0,"base_version":3,"title":"The Dusk Ferry","content":[]}'
call 200 GET /admin/articles/$ARTICLE/working-copy
call 409 PATCH /admin/articles/$ARTICLE/working-copy '{"revisions":[0],"base_version":3,"title":"The Dusk Ferry","head":0,"tail":0,"insert":[]}'
call 204 DELETE /admin/articles/$ARTICLE/working-copy
NEW=$(printf '7f1c2f7e-54a5-4f6d-9a51-%012d' "$(date +%s)")
call 200 PUT /admin/working-copies/$NEW '{"revision":0,"first_revision":1,"title":"The Lamp","content":[]}'
call 200 PATCH /admin/working-copies/$NEW '{"revisions":[1],"title":"The Lamp","head":0,"tail":0,"insert":'"$TEXT"'}'
call 200 GET /admin/working-copies
call 200 GET /admin/working-copies/$NEW
call 404 GET /admin/working-copies/$NEW/article
call 204 DELETE /admin/working-copies/$NEW

# Versions
call 200 GET /admin/articles/$ARTICLE/versions
call 200 GET "/admin/articles/$ARTICLE/versions?limit=2&before=3"
call 200 GET /admin/articles/$ARTICLE/versions/$VERSION
call 200 GET /admin/articles/$ARTICLE/timeline
call 200 PUT /admin/articles/$ARTICLE/versions/$VERSION/label '{"label":"before the edit by Njeri"}'
call 422 GET /admin/versions/search
call 200 GET '/admin/versions/search?q=ferry&limit=5'
call 200 POST /admin/articles/$ARTICLE/versions/revert '{"version_id":'"$VERSION"'}'

# Images: uploaded, and copied from another site
FILES=$(mktemp -d)
trap 'rm -r "$FILES"' EXIT
printf 'not an image' > "$FILES/story.png"
upload 415 /admin/upload "$FILES/story.png"
base64 -d > "$FILES/dot.png" <<< iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==
upload 201 /admin/upload "$FILES/dot.png"
call 202 POST /admin/image-copies '{"url":"https://pictures.invalid/lamp.png"}'
COPY=$(value id)
call 200 GET /admin/image-copies/$COPY

# What readers’ programs read: needs no token
call 200 GET /api/articles
call 200 GET /api/articles/$ARTICLE
call 200 GET /api/articles/$ARTICLE/neighbours
call 200 GET /api/corrections
call 404 GET /api/people/999999999
call 200 GET /api/tags
call 422 GET /api/search
call 200 GET '/api/search?q=fery'
call 200 POST /api/articles/$ARTICLE/view '{"session_id":"reader-0001","version_id":'"$VERSION"',"referrer":null,"user_agent":"curl"}'

# Dashboard and analytics
call 200 GET /admin/dashboard/stats
call 200 GET /admin/analytics
call 200 GET '/admin/analytics?period=30'
call 422 GET '/admin/analytics?period=31'
call 422 GET /admin/analytics/facet
call 200 GET '/admin/analytics/facet?facet=device&value=Desktop'
call 200 GET /admin/analytics/current
call 200 GET /admin/analytics/articles/$ARTICLE

# Workers, jobs and the system
call 200 GET /admin/worker/status
call 202 POST /admin/worker/trigger-analytics
call 200 GET /admin/worker/analytics/latest
call 200 GET /admin/worker/jobs
call 404 POST /admin/worker/jobs/999999999/retry
call 200 GET /admin/system/checks
call 200 GET /admin/system/status
call 200 GET /admin/system/disk-space
call 200 GET /admin/backups
call 404 POST /admin/backups/999999999/verify
call 202 POST /admin/exports '{"ebooks":true,"versions":true,"analytics":false}'
EXPORT=$(value id)
call 409 POST /admin/exports # one is made at a time
call 404 POST /admin/exports/999999999/link # 201 with the address of the file, once there is one
call 200 GET /admin/exports
call 204 DELETE /admin/exports/$EXPORT

# Links
call 200 GET /admin/articles/$ARTICLE/links
call 200 GET "/admin/articles/$ARTICLE/links?text=unsaved"
call 202 POST /admin/articles/$ARTICLE/links/check
call 202 POST /admin/articles/$ARTICLE/links/check '{"text":"unsaved"}'
call 200 GET /admin/links/dead

# People: whom bylines name
call 201 POST /admin/people '{"name":"Grace Wanjala","bio":"Grace translates from Swahili."}'
PERSON=$(value id)
call 200 GET '/admin/people?q=grace&limit=10'
call 200 PUT /admin/people/$PERSON '{"sort_name":"Wanjala, Grace","links":["https://grace.example/"]}'
call 200 PUT /admin/articles/$ARTICLE "{\"credits\":[{\"person_id\":$PERSON,\"role\":\"author\"}]}"
call 409 DELETE /admin/people/$PERSON
call 201 POST /admin/people '{"name":"G. Wanjala"}'
DOUBLE=$(value id)
call 200 POST /admin/people/$DOUBLE/merge "{\"into\":$PERSON}"

# Pictures
call 200 GET '/admin/pictures?use=none&limit=10'
call 404 GET /admin/pictures/999999999/uses
call 200 POST /admin/pictures/remove '{"ids":[999999999]}'
call 200 POST /admin/pictures/restore '{"ids":[999999999]}'

# Redirects of old addresses
OLD=/2019/$(date +%s)
call 201 POST /admin/redirects '{"path":"'$OLD'/the-ferry/","target":"/privacy"}'
REDIRECT=$(value id)
call 409 POST /admin/redirects '{"path":"'$OLD'/the-ferry","target":"/privacy"}'
call 200 PATCH /admin/redirects/$REDIRECT '{"target":"/post/'$ARTICLE'"}'
call 200 GET '/admin/redirects?q=ferry&limit=10'
call 200 GET /admin/redirects/export
call 204 DELETE /admin/redirects/$REDIRECT
call 200 GET '/admin/redirects/not-found?limit=10'
call 204 POST /admin/redirects/not-found/dismiss '{"path":"/2019/05/the-fery"}'

# The site: its name, look and menu. A change names the version that it began with
call 200 GET /admin/site
VERSION=$(value version_number)
call 200 POST /admin/site/preview '{"shows":"mail","changes":{"name":"The Lamp"}}'
call 200 PATCH /admin/site '{"base_version":'$VERSION',"changes":{"footer_line":"Printed at night."}}'
call 200 GET /admin/site/versions

# Imports: uploaded, and read by the worker. One is started when it is `ready`, and undone when it is `done`
echo 'A lamp in the night.' > "$FILES/lamp.md"
upload 201 /admin/imports "$FILES/lamp.md"
IMPORT=$(value id)
call 200 GET '/admin/imports?limit=10'
call 200 GET /admin/imports/$IMPORT
call 200 GET "/admin/imports/$IMPORT/items?notes=some&limit=10"
call 200 GET "/admin/imports/$IMPORT/addresses?kind=story&limit=10"
call 404 POST /admin/imports/999999999/read '{"site":"https://lamp.example"}'
call 404 POST /admin/imports/999999999/start '{"imports_as":"draft","fetches_pictures":false}'
call 404 POST /admin/imports/999999999/undo
call 404 DELETE /admin/imports/999999999

# Audit log
call 200 GET /admin/audit
call 200 POST /admin/audit/export '{"action":"login"}'

# Accounts
NAME=$(date +%s)
# Changes of accounts, like exports above, need a sign-in in the last ten minutes, or POST /admin/profile/confirmation
call 200 GET /admin/users
call 201 POST /admin/users '{"username":"ben-'$NAME'@example.org","full_name":"Ben","role":"author","password":"lamplight"}'
BEN=$(value id)
call 200 PATCH /admin/users/$BEN '{"full_name":"Ben Otieno"}'
call 201 POST /admin/users '{"username":"cia-'$NAME'@example.org","full_name":"Cia","role":"author"}'
CIA=$(value id)
call 201 POST /admin/users/$CIA/invite-link
call 409 POST /admin/users/$CIA/reset-link
call 404 POST /admin/one-time-link '{"kind":"invite","token":"used"}'
call 404 POST /admin/accept-invite '{"token":"used","full_name":"Cia","password":"lamplight"}'
call 200 GET /admin/forgot-password
call 200 POST /admin/forgot-password '{"username":"ben-'$NAME'@example.org"}'
call 409 POST /admin/users/$BEN/reset-second-factor
call 200 GET /admin/second-factor-roles
call 422 PUT /admin/second-factor-roles '{"roles":["reader"]}'
call 404 POST /admin/reset-password '{"token":"used","password":"lamplight"}'

# The profile of an account: Ben’s
call 200 POST /admin/login '{"username":"ben-'$NAME'@example.org","password":"lamplight"}'
TOKEN=$(value token)
call 200 GET /admin/profile
call 403 POST /admin/backups # an admin gets 202, or 409 while a backup is made
call 200 PATCH /admin/profile '{"full_name":"Benjamin Otieno"}'
call 422 POST /admin/profile/password '{"current_password":"wrong","new_password":"by daylight"}'
call 200 POST /admin/profile/password '{"current_password":"lamplight","new_password":"by daylight"}'
call 200 GET /admin/profile/second-factors
call 200 POST /admin/profile/confirmation '{"current_password":"by daylight"}'
call 409 POST /admin/profile/confirmation/passkey-options
call 422 POST /admin/profile/confirmation/passkey '{"attempt":"used"}'
call 409 POST /admin/profile/passkeys/options # a site with https and a domain name answers 200
call 422 POST /admin/profile/passkeys '{"name":"Laptop"}'
call 404 PATCH /admin/profile/passkeys/999999999 '{"name":"Old laptop"}'
call 404 DELETE /admin/profile/passkeys/999999999
call 200 POST /admin/profile/totp/setup
call 422 POST /admin/profile/totp '{"attempt":"'"$(value attempt)"'","code":"12345"}'
call 404 DELETE /admin/profile/totp
call 409 POST /admin/profile/recovery-codes
call 201 POST /admin/profile/keys '{"name":"Newsletter","scope":"read","expires_at":"2199-01-01T06:00:00Z"}'
KEY=$(value id)
call 200 GET /admin/profile/keys
call 200 DELETE /admin/profile/keys/$KEY
call 200 GET /admin/profile/sessions
call 404 DELETE /admin/profile/sessions/999999999
call 200 DELETE /admin/profile/sessions
call 204 POST /admin/logout
call 401 GET /admin/profile
TOKEN=$ADMIN
call 200 PATCH /admin/users/$BEN/status '{"status":"disabled"}'

# Articles again: off the site, into the archive and the trash, and back
call 200 PUT /admin/articles/$ARTICLE/draft
call 200 PUT /admin/articles/$ARTICLE/archive
call 409 PUT /admin/articles/$ARTICLE/publish
call 200 DELETE /admin/articles/$ARTICLE
call 200 PUT /admin/articles/$ARTICLE/restore
call 200 POST /admin/articles/bulk '{"change":"add_tag","tag":"Ferries","articles":[{"id":'"$ARTICLE"'}]}'
call 200 DELETE /admin/articles/$ARTICLE
call 204 POST /admin/logout
