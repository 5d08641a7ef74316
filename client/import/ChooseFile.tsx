import { Button, Group, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { EVERYTHING } from '../../domain/export/items.ts'
import type { Exported } from '../../domain/import/exported.ts'
import type { Row } from '../../domain/import/file.ts'
import { isExport } from '../../domain/import/moving.ts'
import { recognise, type TrackerName } from '../../domain/import/trackers/trackers.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { ReadItems } from './moving/read-items.ts'
import type { ZipFile } from './moving/zip-file.ts'
import { decode, isBinary, MOST_BYTES, MOST_ROWS, parseCsv, parseRecords, startsAsJson } from './parse-csv.ts'

/** Parsing more would fill the memory of a phone. */
const MOST_EXPORTED_BYTES = 200_000_000
const MOST_MARKDOWN_BYTES = 1_000_000

/** The name of pasted text. */
export const PASTED = 'Pasted'

export interface Chosen {
  name: string
  rows: Row[]
  /** The tracker that wrote the file. Its rows are then those of our own export. */
  tracker: TrackerName | null
  /** The rows as they are in the file; null for a zip. */
  original: Row[] | null
}

interface Props {
  onOpen: (chosen: Chosen) => void
  /** Called for the export of another hut. @param zip has its pictures; null for JSON alone */
  onMove: (fileName: string, exported: Exported, zip: ZipFile | null) => void
  /** Called for Markdown files. */
  onItems: (fileName: string, read: ReadItems) => void
}

/** Takes a file, or text copied from a spreadsheet. */
export function ChooseFile({ onOpen, onMove, onItems }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)

  function read(name: string, text: string): void {
    const original = parseRecords(text) ?? (startsAsJson(text) ? null : parseCsv(text))
    if (!original || isBinary(original)) {
      setWrong('This is neither a table nor an export that we know.')
      return
    }
    const found = recognise([{ path: name, rows: original }])
    show({ name, rows: found?.rows ?? original, tracker: found?.tracker ?? null, original })
  }

  function show(chosen: Chosen): void {
    const { length } = chosen.rows
    if (length === 0) setWrong('There’s nothing in it.')
    // One row more, because the first may hold the names of the columns.
    else if (length > MOST_ROWS + 1)
      setWrong(`It has ${numberText(length)} rows. Split it into files of at most ${numberText(MOST_ROWS)}.`)
    else onOpen(chosen)
  }

  async function openFile(file: File): Promise<void> {
    setWrong(null)
    if (/\.zip$/i.test(file.name)) await openZip(file)
    else if (/\.(?:md|markdown)$/i.test(file.name)) await openMarkdown(file)
    else if (isExport(await file.slice(0, 1000).text())) await openExport(file)
    else if (file.size > MOST_BYTES) setWrong('It’s larger than 10 MB. Split it into smaller files.')
    else read(file.name, decode(new Uint8Array(await file.arrayBuffer())))
    if (input.current) input.current.value = ''
  }

  async function openExport(file: File): Promise<void> {
    if (file.size > MOST_EXPORTED_BYTES) setWrong('It’s larger than 200 MB.')
    else await move(file.name, await file.text(), null)
  }

  async function move(name: string, text: string, zip: ZipFile | null): Promise<void> {
    const { readExport } = await import('../../domain/import/exported.ts')
    const exported = readExport(text)
    if (typeof exported === 'string') setWrong(exported)
    else onMove(name, exported, zip)
  }

  async function openMarkdown(file: File): Promise<void> {
    if (file.size > MOST_MARKDOWN_BYTES) return setWrong('It’s larger than 1 MB.')
    const { readMarkdown } = await import('./moving/read-items.ts')
    onItems(
      file.name,
      readMarkdown([{ path: file.name, text: decode(new Uint8Array(await file.arrayBuffer())) }], null)
    )
  }

  async function openZip(file: File): Promise<void> {
    const { MARKDOWN_FILE, MOST_ZIP_BYTES, openZip } = await import('./moving/zip-file.ts')
    if (file.size > MOST_ZIP_BYTES) return setWrong('It’s larger than 500 MB.')
    const bytes = new Uint8Array(await file.arrayBuffer())
    const zip = openZip(bytes)
    if (typeof zip === 'string') return setWrong(zip)
    const everything = zip.read(EVERYTHING)
    if (everything) return move(file.name, decode(everything), zip)
    if (![...zip.paths].some(path => MARKDOWN_FILE.test(path))) return openTrackerZip(file.name, bytes)
    const read = (await import('./moving/read-items.ts')).readZipItems(zip)
    if (typeof read === 'string') setWrong(read)
    else onItems(file.name, read)
  }

  async function openTrackerZip(name: string, bytes: Uint8Array): Promise<void> {
    const { MOST_ZIPPED_BYTES, readZip } = await import('./read-zip.ts')
    const files = bytes.length > MOST_ZIPPED_BYTES ? 'It’s larger than 100 MB.' : readZip(bytes)
    const found = typeof files === 'string' ? null : recognise(files)
    if (found) show({ name, ...found, original: null })
    else
      setWrong(`${typeof files === 'string' ? files : 'We don’t know this zip.'} Unpack it and choose a table in it.`)
  }

  return (
    <Panel id="choose-file" title="Choose a file" size="h3" space="xs">
      <Text mb="md">
        A table of what you did, as most trackers and spreadsheets export it (CSV), with a date in each row. We know the
        exports of Loop Habit Tracker, Habitica, Strava, Toggl Track and Beeminder. You’ll see a preview first.
      </Text>
      <Text mb="md">
        Moving here from another hut? On its My Account page, download “Everything (zip)”, and choose that file here. It
        brings your pictures too. You can also choose texts: a Markdown file, or a zip of them with their pictures.
      </Text>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,.zip,.md,.markdown,text/csv,text/plain"
        aria-label="File of logs"
        hidden
        onChange={event => {
          const file = event.currentTarget.files?.[0]
          if (file) void openFile(file)
        }}
      />
      <Group>
        <Button onClick={() => input.current?.click()}>Choose a file</Button>
      </Group>
      <Textarea
        mt="lg"
        label="Or paste it here"
        rows={4}
        resize="vertical"
        spellCheck={false}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <FormMessage text={wrong} />
      <Group mt="md">
        <Button
          variant="default"
          disabled={text.trim() === ''}
          onClick={() => {
            setWrong(null)
            read(PASTED, text)
          }}
        >
          Preview
        </Button>
      </Group>
    </Panel>
  )
}
