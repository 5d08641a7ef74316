import { Button, Card, Group, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Import, importPage } from '../../domain/import/api.ts'
import type { Exported } from '../../domain/import/exported.ts'
import {
  type Aim,
  aimOf,
  aimsOf,
  type Choices,
  firstChoices,
  needsChoices,
  readFile
} from '../../domain/import/file.ts'
import type { ReadLog } from '../../domain/import/line.ts'
import type { TrackerName } from '../../domain/import/trackers/trackers.ts'
import { UTC } from '../../domain/lib/day.ts'
import { plural } from '../../domain/lib/duration.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { askForTokens } from '../billing/purchase.ts'
import { CallRefused } from '../lib/api.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { useFocusAfter } from '../ui/focus.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import { late } from '../ui/loading/late.tsx'
import { Progress } from '../ui/loading/Progress.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ChooseFile, type Chosen, PASTED } from './ChooseFile.tsx'
import { Columns } from './Columns.tsx'
import { Goals } from './Goals.tsx'
import classes from './import.module.css'
import { findKnownLogs } from './known.ts'
import type { ReadItems } from './moving/read-items.ts'
import type { ZipFile } from './moving/zip-file.ts'
import { Preview } from './Preview.tsx'
import { continueImport, type GoalChoice, newRun, type Run } from './run-import.ts'

const MoveIn = late(async () => (await import('./moving/MoveIn.tsx')).MoveIn, <Skeleton h="20rem" />)
const MoveItems = late(async () => (await import('./moving/MoveItems.tsx')).MoveItems, <Skeleton h="20rem" />)

/** The pause after the last choice before it asks the server, in ms. */
const SETTLED = 150

interface Opened extends Chosen {
  choices: Choices
}

function withoutTracker({ name, rows, original }: Opened): Chosen {
  return { name, rows: original ?? rows, tracker: null, original }
}

interface Props extends Pick<DataOf<typeof importPage>, 'goals' | 'imports'> {
  /** The import that was undone last. */
  undone: number | null
}

/** Turns a file into logs: shows how it is read, assigns goals, previews the logs, and imports them. */
export function Importer({ goals, imports, undone }: Props) {
  const [file, setFile] = useState<Opened | null>(null)
  const [goalChoices, setGoalChoices] = useState<ReadonlyMap<string, GoalChoice>>(new Map())
  const [known, setKnown] = useState<ReadonlySet<number> | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [made, setMade] = useState<Import | null>(null)
  const [moving, setMoving] = useState<{ fileName: string; exported: Exported; archive: ZipFile | null } | null>(null)
  const [items, setItems] = useState<{ fileName: string; read: ReadItems } | null>(null)
  const run = useRef<Run | null>(null)
  const calendar = useUser() ?? UTC
  const read = useMemo(() => file && readFile(file.rows, file.choices, calendar, serverNow()), [file, calendar])
  const all = useMemo(() => read?.logs.map(({ log }) => log) ?? [], [read])
  const aims = useMemo(() => aimsOf(all), [all])
  const byTitle = useMemo(() => new Map(goals.map(({ id, title }) => [title.toLowerCase(), id])), [goals])
  const choiceOf = ({ name }: Pick<Aim, 'name'>): GoalChoice =>
    goalChoices.get(name) ?? byTitle.get(name.toLowerCase()) ?? 'new'
  const hasDate = file?.choices.mapping.includes('date') ?? false
  const isReady = file !== null && read !== null && hasDate && !needsChoices(read, file.choices)

  function goalOf(log: ReadLog): number | null {
    const choice = choiceOf({ name: aimOf(log) })
    return typeof choice === 'number' ? choice : null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: goalOf depends on the goals and their choices.
  useEffect(() => {
    setKnown(null)
    if (!isReady || run.current) return
    const stop = new AbortController()
    // People often change several choices in a row.
    const timer = setTimeout(() => {
      findKnownLogs(all, goalOf, stop.signal).then(
        found => stop.signal.aborted || setKnown(found),
        () => {}
      )
    }, SETTLED)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [all, isReady, goalChoices, byTitle])

  function open(chosen: Chosen): void {
    run.current = null
    setMade(null)
    setRefused(null)
    setGoalChoices(new Map())
    setFile({ ...chosen, choices: firstChoices(chosen.rows) })
  }

  async function start(): Promise<void> {
    if (!file || !read || progress !== null) return
    setRefused(null)
    setProgress(0)
    try {
      // A started import continues with its first choices.
      if (!run.current) {
        const there = known ?? (await findKnownLogs(all, goalOf, new AbortController().signal))
        setKnown(there)
        const logs = all.filter((_, number) => !there.has(number))
        if (logs.length === 0) return
        run.current = newRun(file.name, logs, aimsOf(logs), choiceOf)
      }
      setMade(await continueImport(run.current, setProgress))
      setFile(null)
    } catch (error) {
      if (!askForTokens(error, () => latest.current(), 'import')) setRefused(messageOf(error))
      // Nothing was imported, so let the person change their choices.
      const isRefused = error instanceof CallRefused
      if (isRefused && run.current?.done === 0 && run.current.made.length === 0) run.current = null
    } finally {
      setProgress(null)
    }
  }

  // A purchase in another tab continues with the current choices, and does nothing after the person left the page.
  const latest = useRef<() => unknown>(start)
  useEffect(() => {
    latest.current = start
    return () => {
      latest.current = () => {}
    }
  })

  if (moving) {
    return (
      <Step key="move">
        <MoveIn {...moving} onClose={() => setMoving(null)} />
      </Step>
    )
  }
  if (items) {
    return (
      <Step key="items">
        <MoveItems {...items} onClose={() => setItems(null)} />
      </Step>
    )
  }
  if (!file || !read) {
    return (
      <Step key="choose">
        {made && made.id !== undone && <Done made={made} />}
        <ChooseFile
          onOpen={open}
          onMove={(fileName, exported, archive) => setMoving({ fileName, exported, archive })}
          onItems={(fileName, read) => setItems({ fileName, read })}
        />
      </Step>
    )
  }
  const newLogs = all.filter((_, number) => !known?.has(number))
  const newGoals = aimsOf(newLogs).filter(aim => choiceOf(aim) === 'new').length
  const isLocked = run.current !== null
  // All pasted texts have the same name, so also compare the number of logs.
  const before = imports.find(
    ({ file_name, logs }) => file_name === file.name && (file_name !== PASTED || logs === all.length)
  )
  return (
    <Step key="preview">
      <LeaveGuard isChanged typed="lost" />
      {file.tracker && (
        <Known tracker={file.tracker} onIgnore={file.original && !isLocked ? () => open(withoutTracker(file)) : null} />
      )}
      {(!file.tracker || needsChoices(read, file.choices)) && (
        <Columns
          rows={file.rows}
          choices={file.choices}
          read={read}
          disabled={isLocked}
          onChange={choices => setFile({ ...file, choices })}
        />
      )}
      {aims.length > 0 && (
        <Goals
          aims={aims}
          goals={goals}
          choiceOf={choiceOf}
          disabled={isLocked}
          onChoose={(names, choice) =>
            setGoalChoices(new Map([...goalChoices, ...names.map(name => [name, choice] as const)]))
          }
        />
      )}
      <Preview read={read} known={known} calendar={calendar} />
      <Panel id="import-now" title="Import" size="h3" space="xs">
        <Text>
          Imported logs {config.is_free ? '' : 'cost no tokens and '}are visible only to you.
          {newGoals > 0 &&
            ` You’ll get ${plural(newGoals, 'goal')}${config.is_free ? '.' : '; that costs one use each, like any goal.'}`}
        </Text>
        {!hasDate && <Text mt="xs">Choose the column with the date above.</Text>}
        {hasDate && !isReady && <Text mt="xs">Answer the questions about the columns above first.</Text>}
        {before && !isLocked && (
          <Text mt="xs" fw={600}>
            You’ve imported “{before.file_name}” before ({plural(before.logs, 'log')}). Logs you still have won’t be
            imported again.
          </Text>
        )}
        {progress !== null && <Progress label="Import" part={progress} />}
        <FormMessage text={refused} />
        <Group gap="sm" mt="lg">
          <Button loading={progress !== null} disabled={newLogs.length === 0 || !isReady} onClick={() => void start()}>
            {isLocked ? 'Continue' : `Import ${plural(newLogs.length, 'log')}`}
          </Button>
          <Button variant="default" disabled={progress !== null} onClick={() => setFile(null)}>
            Choose another file
          </Button>
        </Group>
      </Panel>
    </Step>
  )
}

/** Each step replaces the one before, so the focus moves to its first control. */
function Step({ children }: { children: ReactNode }) {
  const first = (): Element | null =>
    document.querySelector(`.${classes.page} :is(input:not([hidden]), select, button:not(:disabled), a[href])`)
  return (
    <div ref={useFocusAfter<HTMLDivElement>(first)} className={classes.page}>
      {children}
    </div>
  )
}

/** Names the tracker that wrote the file, and offers to read its columns in another way. */
function Known({ tracker, onIgnore }: { tracker: TrackerName; onIgnore: (() => void) | null }) {
  return (
    <Panel id="columns" title={`An export of ${tracker}`} size="h3" space="xs">
      <Text>We know its columns, so you needn’t choose them.</Text>
      {onIgnore && (
        <Button variant="default" mt="md" onClick={onIgnore}>
          Choose the columns myself
        </Button>
      )}
    </Panel>
  )
}

function Done({ made }: { made: Import }) {
  return (
    <Card role="status">
      <Text fw={600}>{plural(made.logs, 'log')} imported.</Text>
      <Group gap="sm" mt="md">
        <Button component={Link} to="/my/logs">
          My Logs
        </Button>
      </Group>
    </Card>
  )
}
