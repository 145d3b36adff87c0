#!/bin/sh
# Attacks on the web side of a live, closed manager. Each line is one attack and the answer that it
# must get.
# usage: web.sh CROUPIER
set -u
# shellcheck source=tests/attack/closed_floor.sh
. "$(dirname "$0")/closed_floor.sh"
start
enlist
v1=$url/api/v1

# --- requests without a session or token
for path in floor links tables claims people tokens log reports documents configuration export stream alarms; do
    try 401 "nobody reads $path" "$v1/$path"
done
try 401 'nobody writes' --json '{"item":"Night","user":"Ann"}' "$v1/shifts"
try 401 'a token of no floor' -H "Authorization: Bearer crp_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" "$v1/floor"
try '401|422' 'a token in the address' "$v1/floor?token=x"
try 401 'a password in the address' -u "Ann:$(password_of Ann)" "$v1/floor"
try 200 'pages are open' "$url/"

# --- the cookie
sign_in Ann
ann=$cookie ann_csrf=$csrf
line=$(tr -d '\r' <"$dir/head" | grep -i '^set-cookie:')
for flag in '__Host-croupier=' 'Path=/' 'Secure' 'HttpOnly' 'SameSite=Strict'; do
    case $line in *"$flag"*) ok ;; *) bad "the cookie has no $flag: $line" ;; esac
done
case $line in *[Dd]omain=*) bad "the cookie names a domain: $line" ;; *) ok ;; esac
is 'the answer with a session may be stored' [ "$(header Cache-Control)" = no-store ]
is_not 'the session is in the body too' grep -q "${ann#*=}" "$dir/body"

# --- session fixation: an identifier that a client chose is never a session's
chosen=__Host-croupier=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
try 200 'fixation: signing in with a chosen cookie' -H "Cookie: $chosen" \
    --json "{\"person\":\"Dan\",\"password\":\"$(password_of Dan)\"}" "$v1/session"
dan=$(header Set-Cookie | cut -d ';' -f 1)
dan_csrf=$(sed -n 's/.*"csrf":"\([^"]*\)".*/\1/p' "$dir/body")
is "fixation: the session is the chosen one: $dan" [ "${dan:-$chosen}" != "$chosen" ]
try 401 'fixation: the chosen cookie' -H "Cookie: $chosen" "$v1/session"
try 200 'fixation: the given cookie' -H "Cookie: $dan" "$v1/session"
# signing in again starts a new session and ends the old one
try 200 'fixation: signing in on top of a session' -H "Cookie: $dan" \
    --json "{\"person\":\"Sue\",\"password\":\"$(password_of Sue)\"}" "$v1/session"
sue=$(header Set-Cookie | cut -d ';' -f 1)
sue_csrf=$(sed -n 's/.*"csrf":"\([^"]*\)".*/\1/p' "$dir/body")
is 'fixation: the same identifier for two people' [ "$sue" != "$dan" ]
try 401 'fixation: the session before' -H "Cookie: $dan" "$v1/session"
try 401 'two cookies at once' -H "Cookie: $ann; $sue" "$v1/floor"
try 401 'a cookie without its prefix' -H "Cookie: croupier=${ann#*=}" "$v1/floor"

# --- cross-site requests: the cookie alone is not enough to write
shift='{"item":"Forged"}'
try 403 'CSRF: no header' -H "Cookie: $ann" --json "$shift" "$v1/shifts"
try 403 'CSRF: an empty header' -H "Cookie: $ann" -H 'Croupier-CSRF;' --json "$shift" "$v1/shifts"
try 403 'CSRF: a wrong header' -H "Cookie: $ann" -H "Croupier-CSRF: ${ann_csrf}x" --json "$shift" "$v1/shifts"
try 403 'CSRF: half of the header' -H "Cookie: $ann" -H "Croupier-CSRF: $(printf %.8s "$ann_csrf")" --json "$shift" "$v1/shifts"
try 403 "CSRF: another session's header" -H "Cookie: $ann" -H "Croupier-CSRF: $sue_csrf" --json "$shift" "$v1/shifts"
try 403 "CSRF: an ended session's header" -H "Cookie: $ann" -H "Croupier-CSRF: $dan_csrf" --json "$shift" "$v1/shifts"
for origin in http://evil.example null "$url.evil.example" "http://127.0.0.1:1" "https://${url#http://}" file://; do
    try 403 "CSRF: origin $origin" -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" -H "Origin: $origin" --json "$shift" "$v1/shifts"
    try 403 "sign-in of origin $origin" -H "Origin: $origin" --json "{\"person\":\"Ann\",\"password\":\"$(password_of Ann)\"}" "$v1/session"
done
try 403 'CSRF: sign-out' -X DELETE -H "Cookie: $ann" "$v1/session"
try 415 'CSRF: a form' -H "Cookie: $ann" -H 'Content-Type: text/plain' -d "$shift" "$v1/shifts"
is 'CSRF: a forged shift is in the log' [ "$(events shift_opened)" -eq 0 ]
try 201 'our own page' -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" -H "Origin: $url" --json '{"item":"Night"}' "$v1/shifts"
is 'our own page opened no shift' [ "$(events shift_opened)" -eq 1 ]

# --- requests in another person's name
try 403 'user is another person' -H "Cookie: $sue" -H "Croupier-CSRF: $sue_csrf" --json '{"user":"Ann"}' "$v1/shifts/close"
try 403 'a right that the role has not' -H "Cookie: $sue" -H "Croupier-CSRF: $sue_csrf" \
    --json '{"person":"Eve","item":"manager","approver":"Ann","proof":{}}' "$v1/people"

# --- proofs (passwords in a request) are valid for one action of one person, and need both people's
# passwords
as_ann="-H Cookie:$ann -H Croupier-CSRF:$ann_csrf"
token() { # ITEM OWN-PASSWORD APPROVER APPROVER-PASSWORD
    printf '{"item":"%s","text":"read","approver":"%s","proof":{"password":"%s","approver_password":"%s"}}' "$1" "$3" "$2" "$4"
}
# shellcheck disable=SC2086 # two options
{
    try 403 'no proof' $as_ann --json '{"item":"t","text":"read","approver":"Ben"}' "$v1/tokens"
    try 403 'half a proof' $as_ann --json "{\"item\":\"t\",\"text\":\"read\",\"approver\":\"Ben\",\"proof\":{\"password\":\"$(password_of Ann)\"}}" "$v1/tokens"
    try 403 "one's own password twice" $as_ann --json "$(token t "$(password_of Ann)" Ben "$(password_of Ann)")" "$v1/tokens"
    try '403|409|422' 'oneself as the second person' $as_ann --json "$(token t "$(password_of Ann)" Ann "$(password_of Ann)")" "$v1/tokens"
    try '403|409' 'a second person without the right' $as_ann --json "$(token t "$(password_of Ann)" Dan "$(password_of Dan)")" "$v1/tokens"
    try '403|422' 'true in place of a password' $as_ann --json '{"item":"t","text":"read","approver":"Ben","proof":{"password":true,"approver_password":true}}' "$v1/tokens"
    is 'a token without a proof' [ "$(events token_added)" -eq 0 ]
    token replayed "$(password_of Ann)" Ben "$(password_of Ben)" >"$dir/captured"
    try 201 'a proof' $as_ann --json "@$dir/captured" "$v1/tokens"
    is_not 'the answer repeats the proof' grep -q password "$dir/body"
    try 409 'the same bytes again' $as_ann --json "@$dir/captured" "$v1/tokens"
}
sed 's/replayed/other/' "$dir/captured" >"$dir/other"
sign_in Ben
try 403 "a proof in another person's session" -H "Cookie: $cookie" -H "Croupier-CSRF: $csrf" --json "@$dir/other" "$v1/tokens"
is 'a replayed proof made a token' [ "$(events token_added)" -eq 1 ]

# --- a token may do what its scopes allow, and cannot write
read_token=$("$croupier" tokens add reader read --manager "$url" --user Ann --approver Ben --passwords "$dir/passwords")
try 200 'a token reads' -H "Authorization: Bearer $read_token" "$v1/floor"
try 403 'a token writes' -H "Authorization: Bearer $read_token" --json '{}' "$v1/shifts/close"
try 403 'a token and a cookie: the token counts' -H "Authorization: Bearer $read_token" -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" --json '{}' "$v1/shifts/close"
try 403 'a token is no table' -H "Authorization: Bearer $read_token" --json '{"instance":"x"}' "$v1/tables/uth-1/join"
is_not 'the store has the token itself' grep -aqF "$read_token" "$dir/floor.db" "$dir/floor.db-wal"

# --- bodies
# shellcheck disable=SC2086 # two options
{
    try '400|422' 'a member twice' $as_ann --json '{"item":"Day","item":"Night"}' "$v1/shifts"
    try '400|422' 'a member twice, one of them escaped' $as_ann --json '{"item":"Day","\u0069tem":"Night"}' "$v1/shifts"
    try '400|422' 'a password twice' --json '{"person":"Ann","password":"x","password":"y"}' "$v1/session"
    try 422 'an unknown member' $as_ann --json '{"item":"Day","is_admin":true}' "$v1/shifts"
    try '400|422' 'not JSON' $as_ann --json 'item=Day' "$v1/shifts"
    try '400|422' 'JSON with a comment' $as_ann --json '{"item":"Day"/**/}' "$v1/shifts"
    try '400|422' 'something after it' $as_ann --json '{"item":"Day"}{"item":"Night"}' "$v1/shifts"
    try '400|422' 'a list' $as_ann --json '[]' "$v1/shifts"
    try '400|422' 'not UTF-8' $as_ann -H 'Content-Type: application/json' --data-binary "$(printf '{"item":"\377"}')" "$v1/shifts"
    for type in text/plain application/x-www-form-urlencoded 'multipart/form-data; boundary=x' text/json application/jsonp ''; do
        try 415 "content type '$type'" $as_ann -H "Content-Type:${type:+ }$type" -d '{"item":"Day"}' "$v1/shifts"
    done
    head -c 100000 /dev/zero | tr '\0' '[' >"$dir/deep"
    try '400|413|422' 'a hundred thousand brackets' $as_ann --json "@$dir/deep" "$v1/shifts"
    head -c 20000000 /dev/zero | tr '\0' ' ' >"$dir/huge"
    # an answer that comes while the client still sends can be lost with the connection, so the
    # request is repeated
    try 413 'twenty megabytes' $as_ann -H 'Expect:' --retry 5 --retry-all-errors --json "@$dir/huge" "$v1/shifts"
    printf '{"person":"Ann","password":"%0500d"}' 0 >"$dir/long"
    try '401|422' 'a password of 500 bytes' --json "@$dir/long" "$v1/session"
}

# --- names are treated as data
# add_person NAME-AS-JSON STATUS
add_person() {
    # shellcheck disable=SC2086 # two options
    try "$2" "a person called $1" $as_ann --json "{\"person\":\"$1\",\"item\":\"dealer\",\"approver\":\"Ben\",\"proof\":{\"password\":\"$(password_of Ann)\",\"approver_password\":\"$(password_of Ben)\"}}" "$v1/people"
}
add_person "Robert'); DROP TABLE events;--" 201
add_person '<script>alert(1)</script>' 201
add_person "\\\"><img src=x onerror=x>" 201
add_person '../../etc/passwd' 201
add_person '%s%n%x' 201
add_person 'x\r\nSet-Cookie: __Host-croupier=evil' 422
is 'a name became a header' [ -z "$(header Set-Cookie)" ]
add_person 'x\u0000y' 422
add_person '' 422
add_person "$(printf '%0100d' 0)" 422
try 200 'they are on the roll' -H "Cookie: $ann" "$v1/people"
is "people are $(header Content-Type)" [ "$(header Content-Type)" = application/json ]
is 'a name was changed' grep -qF "Robert'); DROP TABLE events;--" "$dir/body"
try '404|400' 'a name with a line end in the address' -X POST -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" --json '{}' "$v1/people/x%0d%0aSet-Cookie:%20a=b/change"
is 'an address became a header' [ -z "$(header Set-Cookie)" ]
try 200 'quotes in a parameter' -H "Cookie: $ann" "$v1/log?table=x'%20OR%20'1'='1"
is 'quotes in a parameter found something' grep -qF '"events":[]' "$dir/body"
try '400|404' 'quotes in an address' -H "Cookie: $ann" "$v1/links/main'%20OR%201=1"
try '200|404|422' 'a subject with a quote' -H "Cookie: $ann" "$v1/configuration/versions?subject=person/Robert')%3B%20DROP"

# … and no name exists twice in different spellings
# shellcheck disable=SC2086 # two options
for name in REPLAYED 'replayed\u200b' 'repl\u0430yed' 'repla\u202eyed'; do
    try '409|422' "a token called $name" $as_ann --json "$(token "$name" "$(password_of Ann)" Ben "$(password_of Ben)")" "$v1/tokens"
done
# in_department NAME DEPARTMENT STATUS
in_department() {
    # shellcheck disable=SC2086 # two options
    try "$3" "the department $2" $as_ann --json "{\"person\":\"$1\",\"item\":\"dealer\",\"department\":\"$2\",\"approver\":\"Ben\",\"proof\":{\"password\":\"$(password_of Ann)\",\"approver_password\":\"$(password_of Ben)\"}}" "$v1/people"
}
in_department Zoe Vault 201
for name in vault 'Vault\u200b' 'V\u0430ult' '\u202eVault'; do
    in_department Zed "$name" '409|422'
done
# shellcheck disable=SC2086 # two options
for text in 'tl\u202eua' 'x\u2066y' '\ufeffx' 'x\u2028y'; do
    try 422 "a sign that says $text" $as_ann --json "{\"text\":\"$text\"}" "$v1/messages"
done

# --- addresses
for path in /../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd /manager/../../../etc/passwd \
    //etc/passwd /manager%00.html /%5c..%5c..%5cetc%5cpasswd /manager.html/..%2f..%2f..%2fetc/passwd /.git/config; do
    try '400|404' "the path $path" "$url$path"
    is_not "$path: a file of the machine" grep -q 'root:' "$dir/body"
done
try '400|414|431' 'an address of 60,000 bytes' "$url/$(head -c 60000 /dev/zero | tr '\0' a)"
for path in //evil.example '/\evil.example' '/sign-in?next=//evil.example' '/manager?next=https://evil.example'; do
    try '200|400|404|422' "redirect: $path" "$url$path"
    is "redirected to $(header Location)" [ -z "$(header Location)" ]
done

# --- methods
for method in PUT PATCH TRACE CONNECT OPTIONS DELETE FOO; do
    try '400|404|405|501' "method $method" -X "$method" -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" "$v1/floor"
    is "$method: other servers' pages may read answers" [ -z "$(header Access-Control-Allow-Origin)" ]
done
before=$(events shift_closed)
for name in X-HTTP-Method-Override X-HTTP-Method X-Method-Override; do
    try '405|404' "$name" -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" -H "$name: POST" "$v1/shifts/close"
done
try '405|404|422' 'a method in the address' -H "Cookie: $ann" -H "Croupier-CSRF: $ann_csrf" "$v1/shifts/close?_method=POST"
is 'a GET closed the shift' [ "$(events shift_closed)" -eq "$before" ]

# --- the Host header must name this server
for host in evil.example 127.0.0.1.evil.example "evil.example:${url##*:}" '127.0.0.1@evil.example' ''; do
    try '400|421' "host '$host'" -H "Host:${host:+ }$host" -H "Cookie: $ann" "$v1/floor"
done
for name in X-Forwarded-Host X-Original-URL X-Rewrite-URL Forwarded; do
    try 401 "$name" -H "$name: 127.0.0.1/api/v1/session" "$v1/floor"
done
for name in X-User X-Remote-User Remote-User X-Forwarded-User X-Croupier-User; do
    try 401 "$name" -H "$name: Ann" "$v1/floor"
done

# --- headers of the answers
try 200 'a page' "$url/manager"
policy=$(header Content-Security-Policy)
for part in "default-src 'self'" "frame-ancestors 'none'"; do
    case $policy in *"$part"*) ok ;; *) bad "the policy of pages has no $part: $policy" ;; esac
done
case $policy in *unsafe* | *'*'*) bad "the policy allows too much: $policy" ;; *) ok ;; esac
is 'pages may be sniffed' [ "$(header X-Content-Type-Options)" = nosniff ]
is 'pages send a referrer' [ "$(header Referrer-Policy)" = no-referrer ]
is_not 'a page has script inside' grep -qiE '<script[^>]*>[^<]|on(click|load|error)=' "$dir/body"
for path in session floor people log; do
    try 200 "answers: $path" -H "Cookie: $ann" "$v1/$path"
    is "$path may be stored: $(header Cache-Control)" [ "$(header Cache-Control)" = no-store ]
    is "$path may be sniffed" [ "$(header X-Content-Type-Options)" = nosniff ]
done
is "the server tells what it is: $(header Server)" [ -z "$(header Server)" ]

# --- ended sessions
try 200 'a session' -H "Cookie: $sue" "$v1/session"
try 204 'signing out' -X DELETE -H "Cookie: $sue" -H "Croupier-CSRF: $sue_csrf" "$v1/session"
try 401 'the cookie of an ended session' -H "Cookie: $sue" "$v1/floor"
try 401 'a captured write after signing out' -H "Cookie: $sue" -H "Croupier-CSRF: $sue_csrf" --json '{}' "$v1/shifts/close"
sign_in Dan
try 200 'a dealer looks' -H "Cookie: $cookie" "$v1/floor"
"$croupier" people change Dan --bar --manager "$url" --user Ann --approver Ben --passwords "$dir/passwords" >/dev/null || bad 'Dan is not barred'
try 401 "a barred person's session" -H "Cookie: $cookie" "$v1/floor"

# --- guessing passwords and codes
# compared: the number of passwords that were hashed since the start; an unknown name must cost one
# too
compared() {
    curl -s -H "Cookie: $ann" "$url/metrics" | sed -n 's/^croupier_password_checks_total //p'
}
try 401 'the sentence for a wrong password' --json '{"person":"Aud","password":"wrong wrong wrong"}' "$v1/session"
cp "$dir/body" "$dir/wrong"
before=$(compared)
try 401 'the sentence for an unknown name' --json '{"person":"Nobody","password":"wrong wrong wrong"}' "$v1/session"
is "an unknown name is told apart: $(cat "$dir/wrong" "$dir/body")" cmp -s "$dir/body" "$dir/wrong"
is 'an unknown name costs no hashing' [ "$(compared)" -eq $((before + 1)) ]
try 401 'the sentence for a barred person' --json "{\"person\":\"Dan\",\"password\":\"$(password_of Dan)\"}" "$v1/session"
is "a barred person is told apart: $(cat "$dir/body")" cmp -s "$dir/body" "$dir/wrong"
for i in 2 3 4 5; do
    try 401 "guess $i" -H "X-Forwarded-For: 10.0.0.$i" --json '{"person":"Aud","password":"wrong wrong wrong"}' "$v1/session"
done
try 401 'the right password once it is locked' --json "{\"person\":\"Aud\",\"password\":\"$(password_of Aud)\"}" "$v1/session"
is "a locked person is told apart: $(cat "$dir/body")" cmp -s "$dir/body" "$dir/wrong"
is 'no lock is in the log' [ "$(events person_locked)" -eq 1 ]
# guesses lock the name for the guesser's address, not for the address where the person sits
try 200 'the right password from elsewhere' --interface 127.0.0.77 \
    --json "{\"person\":\"Aud\",\"password\":\"$(password_of Aud)\"}" "$v1/session"
# comparing codes costs nothing, so codes can be guessed the fastest; one curl process sends all
# guesses, because with a process for each a busy server would have time to forget earlier ones
began=$(date +%s)
before=$(events sign_in_refused)
i=0
while [ $i -lt 100 ]; do
    i=$((i + 1))
    printf 'url = "%s/invitation"\noutput = "%s"\nheader = "Content-Type: application/json"\n' "$v1" "$dir/body"
    printf 'header = "X-Forwarded-For: 10.0.1.%s"\nheader = "X-Real-IP: 10.0.1.%s"\n' $i $i
    printf 'data = "{\\"person\\":\\"Guess %s\\",\\"code\\":\\"WRONGCODEWRONGCODEWRONGCODE%s\\",' $i $i
    printf '\\"password\\":\\"right right right\\"}"\nwrite-out = "%%{http_code} %%header{retry-after}\\n"\nnext\n'
done >"$dir/guesses"
curl -s -K "$dir/guesses" >"$dir/guessed" 2>"$dir/curl.err"
is "a hundred guesses: $(cat "$dir/curl.err")" [ "$(grep -c '^4' "$dir/guessed")" -eq 100 ]
is 'a hundred guesses from one address were all answered' grep -q '^429 ' "$dir/guessed"
is_not "it is not said how long to wait: $(cat "$dir/guessed")" grep -vq '^403 $\|^429 [1-9]' "$dir/guessed"
try 200 'those who are signed in go on' -H "Cookie: $ann" "$v1/floor"
written=$(($(events sign_in_refused) - before)) most=$(($(date +%s) - began + 5))
is "guesses fill the log: $written in $most s" [ "$written" -le "$most" ]

# --- no secret is in the log or the store, and the log verifies
"$croupier" log "$dir/floor.db" --json >"$dir/log"
cut -f 2 "$dir/passwords" >"$dir/secrets"
is_not 'a password is in the log' grep -qFf "$dir/secrets" "$dir/log"
cut -f 3 "$dir/passwords" >"$dir/pins"
is_not 'a PIN is in the log' grep -qwFf "$dir/pins" "$dir/log"
is_not 'a session is written down' grep -qF "${ann#*=}" "$dir/log" "$dir/serve.out" "$dir/serve.err"
is_not 'a password is in the store' grep -aqFf "$dir/secrets" "$dir/floor.db" "$dir/floor.db-wal"
kill "$manager" && wait "$manager" 2>/dev/null
manager=
verified=1
"$croupier" verify "$dir/floor.db" >"$dir/verify" 2>&1 || verified=0
is "verify: $(cat "$dir/verify")" [ "$verified" -eq 1 ]

finish
