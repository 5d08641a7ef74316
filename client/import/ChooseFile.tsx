import { Button, Group, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Row } from '../../domain/import/file.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { Panel } from '../ui/Panel.tsx'
import { decode, MOST_BYTES, MOST_ROWS, parseCsv } from './parse-csv.ts'

/** The name of pasted text. */
export const PASTED = 'Pasted'

/** Takes a file, or text copied from a spreadsheet. */
export function ChooseFile({ onOpen }: { onOpen: (name: string, rows: Row[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)

  function read(name: string, text: string): void {
    const rows = parseCsv(text)
    if (rows.length === 0) setWrong('There’s nothing in it.')
    // One row more, because the first may hold the names of the columns.
    else if (rows.length > MOST_ROWS + 1)
      setWrong(`It has ${numberText(rows.length)} rows. Split it into files of at most ${numberText(MOST_ROWS)}.`)
    else onOpen(name, rows)
  }

  async function openFile(file: File): Promise<void> {
    setWrong(null)
    if (file.size > MOST_BYTES) setWrong('It’s larger than 10 MB. Split it into smaller files.')
    else read(file.name, decode(new Uint8Array(await file.arrayBuffer())))
    if (input.current) input.current.value = ''
  }

  return (
    <Panel id="choose-file" title="Choose a file" size="h3" space="xs">
      <Text mb="md">
        A table of what you did, as most trackers and spreadsheets export it (CSV), with a date in each row. You’ll see
        a preview first.
      </Text>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
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
