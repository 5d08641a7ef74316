import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { config } from '../lib/embedded.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'
import { download } from './download.ts'

const FILES = [
  { label: 'Everything (JSON)', url: '/api/account/export' },
  { label: 'Logs (CSV)', url: '/api/account/export/logs.csv' }
]

/** Downloads everything that belongs to the user, in formats that other programs read (D-131). */
export function ExportPanel() {
  const [loading, setLoading] = useState<{ url: string; part: number } | null>(null)
  const [refused, setRefused] = useState('')

  async function fetchFile(url: string): Promise<void> {
    setRefused('')
    setLoading({ url, part: 0 })
    try {
      await download(url, part => setLoading({ url, part }))
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setLoading(null)
    }
  }

  return (
    <Panel id="your-data" title="Your data" space="xs">
      <Text mb="md">
        Download everything you have here: goals, logs, notes, lists, sessions, what you wrote
        {config.is_free ? '' : ', and every token'}. Your logs also come as a table for a spreadsheet, which can be{' '}
        <Link to="/my/logs/import">imported</Link> again.
      </Text>
      <Group gap="sm">
        {FILES.map(({ label, url }) => (
          <Button key={url} variant="default" disabled={loading !== null} onClick={() => void fetchFile(url)}>
            {label}
          </Button>
        ))}
      </Group>
      {loading && (
        <Group gap="sm" mt="md">
          <progress value={loading.part} aria-label="Download" style={{ flex: 1 }} />
          <Text>{Math.floor(loading.part * 100)}%</Text>
        </Group>
      )}
      <FormMessage text={refused} />
    </Panel>
  )
}
