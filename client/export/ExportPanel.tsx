import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../domain/lib/duration.ts'
import { config } from '../lib/embedded.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Progress } from '../ui/loading/Progress.tsx'
import { Panel } from '../ui/Panel.tsx'
import { download } from './download.ts'

type Progressed = (part: number) => void

/** Downloads a file. Returns how many pictures it lacks. */
const FILES: { label: string; get: (onProgress: Progressed) => Promise<number> }[] = [
  { label: 'Everything (zip)', get: async on => (await import('./zips.ts')).downloadEverything(on) },
  { label: 'Everything (JSON)', get: on => plain('/api/account/export', on) },
  { label: 'Logs (CSV)', get: on => plain('/api/account/export/logs.csv', on) },
  { label: 'Items (Markdown)', get: async on => (await import('./zips.ts')).downloadItems(on) }
]

async function plain(url: string, onProgress: Progressed): Promise<number> {
  await download(url, onProgress)
  return 0
}

/** Downloads everything that belongs to the user, in formats that other programs read (D-131). */
export function ExportPanel() {
  const [part, setPart] = useState<number | null>(null)
  const [running, setRunning] = useState('')
  const [refused, setRefused] = useState('')

  async function fetchFile({ label, get }: (typeof FILES)[number]): Promise<void> {
    setRefused('')
    setRunning(label)
    setPart(0)
    try {
      const lost = await get(setPart)
      if (lost > 0)
        setRefused(`${plural(lost, 'picture')} couldn’t be found, so the file lacks ${lost === 1 ? 'it' : 'them'}.`)
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setPart(null)
    }
  }

  return (
    <Panel id="your-data" title="Your data" space="xs">
      <Text mb="md">
        Download everything you have here: goals, logs, notes, lists, sessions, what you wrote
        {config.is_free ? '' : ', and every token'}. The zip has your pictures too. Your logs also come as a table for a
        spreadsheet, and the items of your page as Markdown files with their pictures. These files can be{' '}
        <Link to="/my/logs/import">imported</Link> again.
      </Text>
      <Group gap="sm">
        {FILES.map(file => (
          <Button
            key={file.label}
            variant="default"
            loading={part !== null && running === file.label}
            disabled={part !== null}
            onClick={() => void fetchFile(file)}
          >
            {file.label}
          </Button>
        ))}
      </Group>
      {part !== null && <Progress label="Download" part={part} />}
      <FormMessage text={refused} />
    </Panel>
  )
}
