import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../domain/lib/duration.ts'
import {
  continueSeries,
  endSeries,
  type Series,
  type SeriesDate,
  SeriesStatus,
  seriesPage
} from '../../domain/series/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { call } from '../lib/api.ts'
import { useAddress } from '../lib/hydrated.ts'
import { usePage } from '../lib/page.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PersonLink } from '../ui/people/PersonLink.tsx'
import { ChangeRuleDialog } from './ChangeRuleDialog.tsx'
import { DateRow } from './DateRow.tsx'
import { EachDate } from './EachDate.tsx'
import { Regulars } from './Regulars.tsx'
import classes from './Series.module.css'

/** A series: its rule, its next dates with the people who come, and how the past ones went (D-150). */
export function SeriesPage() {
  const { series, pattern, regulars, coming, past, my_dates, is_watching } = usePage(seriesPage)
  const [changing, setChanging] = useState<SeriesDate | null>(null)
  const isOpen = series.status === SeriesStatus.Open
  const next = coming.find(date => date.path !== null)
  const unbegun = coming.find(date => date.path !== null && date.status === SessionStatus.NotStarted)
  return (
    <>
      <PageHeading
        title={series.title}
        crumbs={[{ title: 'Sessions', to: '/sessions' }, { title: series.title }]}
        note={
          <Text>
            {series.rule}, with <PersonLink username={series.username} />
          </Text>
        }
        actions={
          next?.path && (
            <Button component={Link} to={next.path}>
              Open the next date
            </Button>
          )
        }
      />
      <State series={series} />
      <Regulars series={series} regulars={regulars} />
      <section aria-label="Next dates">
        <Title order={2} size="h3" className={classes.heading}>
          Next dates
        </Title>
        {coming.length === 0 && <Text>{isOpen ? 'The next dates appear here soon.' : 'There are no more dates.'}</Text>}
        <Dates dates={coming} series={series} onChangeRule={isOpen && pattern ? setChanging : undefined} />
        {isOpen && series.is_mine === 0 && <EachDate series={series} is_watching={is_watching} />}
      </section>
      {isOpen && <ShareNext series={series} />}
      <section aria-label="Past dates">
        <Title order={2} size="h3" className={classes.heading}>
          Past dates
        </Title>
        {my_dates > 0 && <Text mb="xs">You came to {plural(my_dates, 'date')}.</Text>}
        {past.length === 0 ? (
          <Text>None yet. How each date went appears here.</Text>
        ) : (
          <Dates dates={pageOf(past)} series={series} />
        )}
        <Pager rows={past} />
      </section>
      {series.is_mine === 1 && series.status !== SeriesStatus.Ended && (
        <Group mt="xl">
          {isOpen && pattern && unbegun && (
            <Button variant="default" onClick={() => setChanging(unbegun)}>
              Change how it repeats
            </Button>
          )}
          <End series={series} />
        </Group>
      )}
      {pattern && (
        <ChangeRuleDialog
          from={changing}
          pattern={pattern}
          rule={series.rule}
          regulars={regulars.count}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

interface DatesProps {
  dates: readonly SeriesDate[]
  series: Series
  onChangeRule?: ((from: SeriesDate) => void) | undefined
}

function Dates({ dates, series, onChangeRule }: DatesProps) {
  return (
    <ul className={classes.dates}>
      {dates.map(date => (
        <DateRow
          key={date.path ?? date.planned_at}
          date={date}
          isMine={series.is_mine === 1}
          usual={series.title}
          onChangeRule={onChangeRule && (() => onChangeRule(date))}
        />
      ))}
    </ul>
  )
}

/** Asks the host to go on, or says that the series has stopped. */
function State({ series }: { series: Series }) {
  const { busy, run } = useAction(error => toastError(error, 'series'))
  const goOn = () =>
    run(async () => {
      await call(continueSeries, { params: { series: series.slug } })
      await reloadPages(seriesPage)
    })
  const isPaused = series.status === SeriesStatus.Paused
  if (series.asks === 0 && series.status === SeriesStatus.Open) return null
  return (
    <div className={classes.state} role="status">
      <Text>{stateText(series)}</Text>
      {series.is_mine === 1 && series.status !== SeriesStatus.Ended && (
        <Button loading={busy} onClick={() => void goOn()}>
          {isPaused ? 'Continue' : 'Yes, it goes on'}
        </Button>
      )}
    </div>
  )
}

function stateText({ status, is_mine, asks }: Series): string {
  if (status === SeriesStatus.Ended) return 'This series has ended.'
  if (asks === 1)
    return 'You haven’t opened its last three dates. Should it continue? If you don’t answer, it pauses in a week.'
  return is_mine === 1
    ? 'It paused, because you didn’t open its last dates. It makes new dates when you continue.'
    : 'It pauses. New dates appear here when its host continues.'
}

function ShareNext({ series }: { series: Series }) {
  const address = useAddress(series.next_path)
  return (
    <div className={classes.share}>
      <Panel id="share" title="One link for all dates" size="h3">
        <Text mb="sm">It opens the date that’s on now, or the next one.</Text>
        <CopyField label="Link" value={address} />
        <Group mt="md">
          {/* Sharing the button with the session page would cost that page another file. */}
          <Button component="a" href={`${series.path}/calendar.ics`} download variant="default">
            Add to calendar
          </Button>
        </Group>
      </Panel>
    </div>
  )
}

function End({ series }: { series: Series }) {
  const [asking, setAsking] = useState(false)
  const end = async () => {
    const { series: ended } = await call(endSeries, { params: { series: series.slug } })
    changePages(seriesPage, data => ({ ...data, series: ended }))
    await reloadPages(seriesPage)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        End this series
      </Button>
      <ConfirmModal
        opened={asking}
        title="End this series?"
        confirm="End it"
        keep="Keep it"
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        Its coming dates won’t take place, and everyone who is in gets a message. Past dates stay.
      </ConfirmModal>
    </>
  )
}
