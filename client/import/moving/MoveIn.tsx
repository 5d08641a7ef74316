import { Button, Card, Checkbox, Group, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Exported, wrongRows } from '../../../domain/import/exported.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { config } from '../../lib/embedded.ts'
import { VanishingButton } from '../../ui/ActionButton.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { Progress } from '../../ui/loading/Progress.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from '../import.module.css'
import { PublishChoice } from './PublishChoice.tsx'
import { lostPictures, readExportedItems } from './read-items.ts'
import { type Outcome, runMove } from './run-move.ts'
import { WrongList } from './WrongList.tsx'
import type { ZipFile } from './zip-file.ts'

interface Props {
  fileName: string
  exported: Exported
  /** Has the pictures; null for JSON alone. */
  archive: ZipFile | null
  onClose: () => void
}

/** Previews the export of another hut, and restores it. */
export function MoveIn({ fileName, exported, archive, onClose }: Props) {
  const { site, rows, activities, lists, left, settings } = exported
  const [takesSettings, setTakesSettings] = useState(true)
  const [progress, setProgress] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [publishes, setPublishes] = useState(false)
  const uuid = useRef(randomUuid())
  const read = useMemo(() => readExportedItems(exported, archive), [exported, archive])
  const known = useMemo(
    () => [...exported.wrong, ...lostPictures(exported.activities, archive), ...read.wrong],
    [exported, archive, read]
  )
  const wrong = useMemo(() => [...known, ...wrongRows(exported, serverNow())], [exported, known])
  const counts = [
    plural(rows.goals.length, 'goal'),
    plural(rows.logs.length, 'log'),
    plural(rows.notes.length, 'note'),
    `${activities.length} ${activities.length === 1 ? 'activity' : 'activities'}`,
    plural(lists.length, 'list'),
    plural(read.items.length, 'item')
  ].filter(text => !text.startsWith('0 '))

  async function start(): Promise<void> {
    setRefused(null)
    setProgress(0)
    const run = { ...read, wrong: known, uuid: uuid.current, fileName, exported }
    try {
      setOutcome(await runMove({ ...run, publishes, takesSettings }, setProgress))
    } catch (error) {
      setRefused(`${messageOf(error)} Continue when you’re ready: nothing is added twice.`)
    } finally {
      setProgress(null)
    }
  }

  if (outcome) return <Moved site={site} left={left} outcome={outcome} onClose={onClose} />
  return (
    <Panel id="move-in" title={`Move in from ${site}`} size="h3" space="xs">
      <LeaveGuard isChanged typed="lost" />
      <Text mb="md">
        This brings your history here. Only you see it{config.is_free ? '.' : ', and it costs no tokens.'} Items arrive
        on the page that you write as now.
      </Text>
      {counts.length === 0 && <Text>There’s nothing in it that you can move here.</Text>}
      <ul aria-label="What comes along" className={classes.wrong}>
        {counts.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <WrongList label="What can’t come along as it is" lines={wrong} />
      <WrongList label="What stays there" lines={left} />
      {!archive && known.some(line => line.endsWith('in the file.')) && (
        <Text mt="md">Choose “Everything (zip)” to bring the pictures too.</Text>
      )}
      <PublishChoice items={read.items} checked={publishes} disabled={progress !== null} onChange={setPublishes} />
      {settings && (
        <Checkbox
          mt="md"
          label="Use my settings from there too"
          description={`Time zone ${settings.time_zone}, how days and streaks count, days away, and distances.`}
          checked={takesSettings}
          onChange={event => setTakesSettings(event.currentTarget.checked)}
        />
      )}
      {progress !== null && <Progress label="Moving in" part={progress} />}
      <FormMessage text={refused} />
      <Group gap="sm" mt="lg">
        <VanishingButton loading={progress !== null} disabled={counts.length === 0} onClick={() => void start()}>
          {refused ? 'Continue' : 'Move in'}
        </VanishingButton>
        <Button variant="default" disabled={progress !== null} onClick={onClose}>
          Choose another file
        </Button>
      </Group>
    </Panel>
  )
}

interface MovedProps {
  site: string
  left: readonly string[]
  outcome: Outcome
  onClose: () => void
}

function Moved({ site, left, outcome, onClose }: MovedProps) {
  const { added, known, wrong } = outcome
  return (
    <Card role="status">
      <Text fw={600}>Welcome! You’ve moved in from {site}.</Text>
      <Text>
        {added} of your goals, logs, notes and items were added.
        {known > 0 && ` ${known} were here already.`}
      </Text>
      <WrongList label="What couldn’t come along" lines={wrong} />
      <WrongList label="What stays there" lines={left} />
      <Group gap="sm" mt="md">
        <Button component={Link} to="/my/goals">
          My Goals
        </Button>
        <Button variant="default" onClick={onClose}>
          Choose another file
        </Button>
      </Group>
    </Card>
  )
}
