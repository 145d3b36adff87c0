import { API } from '../lib/api';

const formats = ['pdf', 'csv', 'json'];

const fileOf = (report: string, query: string, format: string) =>
    `${API}/reports/${report}?${query}${query && '&'}format=${format}`;

// Links to the same report as files: the PDF opens in a tab, to be read or printed; the others are saved.
export function Downloads({ report, query, what }: { report: string; query: string; what: string }) {
    return (
        <>
            {formats.map((format) => (
                <a key={format} class="button" href={fileOf(report, query, format)} aria-label={`${what} as ${format.toUpperCase()}`}
                    {...(format === 'pdf' ? { target: '_blank', rel: 'noopener' } : { download: `${report}.${format}` })}>
                    {format.toUpperCase()}
                </a>
            ))}
        </>
    );
}
