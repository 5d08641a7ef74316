/**
 * The first lines of a Markdown file: `key: value` between two lines `---` (YAML), or `key = value` between two lines
 * `+++` (TOML). Only flat fields are read; a list or a nested field is skipped.
 */

/** Writes the fields that have a value. Texts are in quotes, because `yes` or `1` are no texts in YAML. */
export function writeFrontMatter(fields: readonly (readonly [string, string | number | null])[]): string {
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${JSON.stringify(value)}`]))
  return ['---', ...lines, '---', ''].join('\n')
}

const HEAD = /^(---|\+\+\+)[ \t]*\n(?:([\s\S]{0,20000}?)\n)?\1[ \t]*(?:\n|$)/
const FIELD = /^["']?([A-Za-z][\w-]*)["']?[ \t]*[:=][ \t]*(.*)$/

export interface MarkdownFile {
  /** By name in lower case. */
  fields: Map<string, string>
  body: string
}

/** Returns the fields of a Markdown file and its text. A file without such lines has no fields. */
export function readFrontMatter(file: string): MarkdownFile {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const head = HEAD.exec(text)
  if (!head) return { fields: new Map(), body: text }
  const fields = (head[2] ?? '').split('\n').flatMap(line => {
    const [, name, value = ''] = FIELD.exec(line) ?? []
    return name ? [[name.toLowerCase(), textOf(value.trim())] as const] : []
  })
  return { fields: new Map(fields), body: text.slice(head[0].length) }
}

function textOf(text: string): string {
  if (/^".*"$/.test(text)) return unquoted(text)
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return text.replace(/\s+#.*$/, '')
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
