import { Button, NativeSelect, Stack } from '@mantine/core'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import { useSearchParams } from 'react-router'
import type { MyLogs } from '../../../domain/logs/my-logs-api.ts'
import { Flyout } from '../../ui/Flyout.tsx'

const NAMES = ['goal', 'action', 'session'] as const
type Name = (typeof NAMES)[number]

/** The filters are in the address only, so links and Back keep them. */
export function useLogFilter() {
  const [search, setSearch] = useSearchParams()
  const choose = (change: Partial<Record<Name, string>>): void => {
    const next = new URLSearchParams(search)
    next.delete('page')
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next, { preventScrollReset: true })
  }
  return {
    chosen: (name: Name) => search.get(name) ?? '',
    count: NAMES.filter(name => search.get(name)).length,
    choose,
    clear: () => choose({ goal: '', action: '', session: '' })
  }
}

/** Filters by goal, action and session. Native selects open a phone's own list. */
export function LogFilter({ goals, actions, sessions }: MyLogs['choices']) {
  const { chosen, choose, count, clear } = useLogFilter()
  const select = (name: Name, label: string, all: string, choices: { value: string; label: string }[]) =>
    (choices.length > 0 || chosen(name)) && (
      <NativeSelect
        label={label}
        size="md"
        value={chosen(name)}
        data={[{ value: '', label: all }, ...choices]}
        onChange={event => choose({ [name]: event.currentTarget.value })}
      />
    )
  const byId = (rows: MyLogs['choices']['goals']) => rows.map(({ id, title }) => ({ value: String(id), label: title }))
  if (goals.length + actions.length + sessions.length === 0) return null
  return (
    <Flyout
      align="end"
      width="min(20rem, calc(100vw - 2rem))"
      target={opener => (
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />} {...opener}>
          Filter{count > 0 && ` (${count})`}
        </Button>
      )}
    >
      <Stack gap="md" p="md">
        {select('goal', 'Goal', 'All goals', byId(goals))}
        {select(
          'action',
          'Action',
          'All actions',
          actions.map(action => ({ value: action, label: action }))
        )}
        {select('session', 'Session', 'All sessions', byId(sessions))}
        {count > 0 && (
          <Button variant="subtle" onClick={clear}>
            Show all logs
          </Button>
        )}
      </Stack>
    </Flyout>
  )
}
