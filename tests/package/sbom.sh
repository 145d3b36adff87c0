#!/bin/sh
# The bill of materials can be parsed, is the same each time, and contains every linked library and
# every bundled package. The test finds what must be in it in other ways than tools/sbom.sh.
# usage: sbom.sh PROGRAM…      from the repository's root
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tools/sbom.sh "$@" >"$work/one" || exit 1
TZ=Asia/Kathmandu LC_ALL=C.UTF-8 tools/sbom.sh "$@" >"$work/two" || exit 1
cmp "$work/one" "$work/two" || exit 1

# The libraries that the loader maps, and their installed versions.
for program in "$@"; do
    LD_TRACE_LOADED_OBJECTS=1 "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $1 }'
done | grep -v '^libcroupier\.so' | sort -u >"$work/libraries"
dpkg-query -W -f '${Package} ${Version}\n' 'libc6' libsodium23 libseccomp2 libsqlite3-0 >"$work/versions"

node - "$work" <<'END'
const { readFileSync } = require('node:fs');
const work = process.argv[2];
const lines = (name) => readFileSync(`${work}/${name}`, 'utf8').split('\n').filter(Boolean);
const bom = JSON.parse(readFileSync(`${work}/one`, 'utf8'));
const faults = [];
const need = (good, text) => good || faults.push(text);
need(bom.bomFormat === 'CycloneDX' && bom.specVersion === '1.5' && bom.version === 1, 'not CycloneDX 1.5');
const refs = new Set(bom.components.map((c) => c['bom-ref']));
need(refs.size === bom.components.length, 'two components of one name');
need(bom.dependencies[0].dependsOn.length === refs.size, 'a component that nothing depends on');
for (const c of bom.components) need(c.licenses?.length > 0, `${c.name}: no licence`);
const files = new Set(bom.components.flatMap((c) => c.properties ?? []).map((p) => p.value));
const libraries = lines('libraries');
need(libraries.length > 1, 'the loader names no libraries');
for (const name of libraries) need(files.has(name), `${name} is linked and not in it`);
for (const line of lines('versions')) {
    const [name, version] = line.split(' ');
    need(bom.components.some((c) => c.name === name && c.version === version), `${line}: not in it`);
}
const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'));
const bundled = Object.entries(packages).filter(([path, p]) => path && !p.dev);
need(bundled.length >= 3, 'nothing is bundled');
for (const [path, p] of bundled) {
    const name = path.replace(/.*node_modules\//, '');
    const hash = Buffer.from(p.integrity.replace('sha512-', ''), 'base64').toString('hex');
    need(bom.components.some((c) => c.name === name && c.version === p.version && c.hashes[0].content === hash &&
        c.licenses[0].license.name === p.license), `${name} ${p.version}: not in it, or other bytes`);
}
need(bom.components.some((c) => c.name === 'inter'), 'the font is not in it');
for (const text of faults) console.error(`sbom: ${text}`);
console.log(`sbom: ${bom.components.length} components, ${libraries.length} libraries, ${bundled.length} bundled`);
process.exit(faults.length > 0 ? 1 : 0);
END
