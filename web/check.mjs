// Checks that web/ stays tidy: every file is used by a page, every exported name is imported somewhere, every style is used by an
// element, and pages stay small. Run it after build.mjs.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const PAGE_LIMIT = 100 * 1024; // bytes of a page with everything it loads first, compressed
let faults = 0;
const fault = (text) => {
    console.error(text);
    faults++;
};

const sources = readdirSync(join(here, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(here, join(entry.parentPath ?? entry.path, entry.name)));
const texts = new Map(sources.filter((name) => /\.(tsx?|css)$/.test(name)).map((name) => [name, readFileSync(join(here, name), 'utf8')]));

const used = new Set(Object.keys(JSON.parse(readFileSync(join(here, 'node_modules/.croupier-meta.json'), 'utf8')).inputs));
const typesOnly = (text) => !/^export (?!interface|type )/m.test(text);
for (const [name, text] of texts)
    if (!used.has(name) && name !== 'src/lib/worker.ts' && !typesOnly(text)) fault(`${name}: no page uses it`);

for (const [name, text] of texts)
    for (const [, exported] of text.matchAll(/^export (?:async )?(?:const|function|class|interface|type|let) (\w+)/gm)) {
        const word = new RegExp(`\\b${exported}\\b`);
        if (![...texts].some(([other, body]) => other !== name && word.test(body))) fault(`${name}: nobody imports ${exported}`);
    }

const code = [...texts].filter(([name]) => !name.endsWith('.css')).map(([, text]) => text).join('\n');
for (const [name, text] of texts)
    if (name.endsWith('.css'))
        for (const style of new Set([...text.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map((m) => m[1])))
            if (!new RegExp(`(?<![\\w-])${style}(?![\\w-])`).test(code) && !name.includes('uplot')) fault(`${name}: no element has the class ${style}`);

const size = (name) => gzipSync(readFileSync(join(here, 'dist', name)), { level: 9 }).length;
const parts = { manager: ['chunk.js'], math: ['math-chunk.js'] }; // bundles that the page loads at once; the others do not count
const shared = size('inter.woff2') + size('worker.js');
for (const name of readdirSync(join(here, 'dist')).filter((file) => file.endsWith('.html'))) {
    const page = name.replace('.html', '');
    const own = size(name) + size(`${page}.js`) + size(`${page}.css`)
        + (parts[page] ?? []).reduce((sum, part) => sum + size(part), 0);
    console.log(`${page.padEnd(9)} ${own.toString().padStart(6)} bytes of its own, ${own + shared} with the font, compressed`);
    if (own + shared > PAGE_LIMIT) fault(`${page}: more than ${PAGE_LIMIT} bytes`);
}
process.exit(faults > 0 ? 1 : 0);
