import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { type SeriesPageData, SeriesStatus, seriesPage, stopComing } from '../../domain/series/api.ts'
import { USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { Faces } from '../faces/Faces.tsx'
import { call } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { EveryTime } from '../sessions/repeat/EveryTime.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import classes from './Series.module.css'

/** Shows the people who come to each date, and lets the viewer become one of them (D-150). */
export function Regulars({ series, regulars }: Pick<SeriesPageData, 'series' | 'regulars'>) {
  const { count, people, is_mine } = regulars
  // Guests join single dates.
  const isGuest = useUser()?.guest_name != null
  const offers = series.status !== SeriesStatus.Ended && series.is_mine === 0 && !isGuest
  if (count === 0 && !offers) return null
  const others = count - is_mine
  return (
    <section aria-label="Regulars" className={classes.regulars}>
      {count > 0 && <Faces usernames={people} />}
      <Text className={classes.regularsText}>{is_mine === 1 ? mineText(others) : countText(count)}</Text>
      {offers && (is_mine === 1 ? <Stop slug={series.slug} /> : <EveryTime series={series.slug} room={null} />)}
    </section>
  )
}

function mineText(others: number): string {
  const withOthers = others === 0 ? '' : ` So ${others === 1 ? 'does 1 other' : `do ${others} others`}.`
  return `You come every time.${withOthers} ${costText()}`.trim()
}

function countText(count: number): string {
  const who = count === 1 ? '1 person comes every time.' : `${count} people come every time.`
  return `${count === 0 ? 'Have a place on each date, and decline the ones you can’t make.' : who} ${costText()}`.trim()
}

function costText(): string {
  return config.is_free ? '' : `Each date costs 1/${USES_PER_TOKEN} of a token when it begins.`
}

function Stop({ slug }: { slug: string }) {
  const [asking, setAsking] = useState(false)
  const stop = async () => {
    await call(stopComing, { params: { series: slug } })
    await reloadPages(seriesPage)
  }
  return (
    <>
      <Button variant="default" size="md" onClick={() => setAsking(true)}>
        Stop coming every time
      </Button>
      <ConfirmModal
        opened={asking}
        title="Stop coming every time?"
        confirm="Stop"
        keep="Keep my places"
        onConfirm={stop}
        onClose={() => setAsking(false)}
      >
        You give up your places on the coming dates. You can still join single dates.
      </ConfirmModal>
    </>
  )
}
