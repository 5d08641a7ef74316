import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { type SeriesPageData, seriesPage, watchSeries } from '../../domain/series/api.ts'
import { call } from '../lib/api.ts'
import { changePages } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'

/** Switches the news of each new date on and off. Without it, a group hears of the first date only. */
export function EachDate({ series, is_watching }: Pick<SeriesPageData, 'series' | 'is_watching'>) {
  const { run } = useAction(error => toastError(error, 'each-date'))
  const user = useUser()
  if (!user || user.guest_name !== null) return null
  const set = (is_on: 0 | 1) =>
    run(async () => {
      await call(watchSeries, { params: { series: series.slug }, body: { is_on } })
      changePages(seriesPage, data => (data.series.id === series.id ? { ...data, is_watching: is_on } : data))
    })
  return (
    <Switch
      mt="sm"
      size="md"
      label="Tell me about each date"
      checked={is_watching === 1}
      onChange={event => void set(event.currentTarget.checked ? 1 : 0)}
    />
  )
}
