import { Text } from '@mantine/core'
import type { AppRow } from '../../../domain/accounts/apps/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { rightsText } from '../access-tokens/rights-text.ts'
import classes from '../LoginsPanel.module.css'
import { useUsedText } from '../used-text.ts'
import { endApp } from './apps.ts'

const useDay = dateTexts({ dateStyle: 'medium' })

export function AppList({ apps }: { apps: readonly AppRow[] }) {
  return (
    <ul className={classes.logins}>
      {apps.map(app => (
        <App key={app.id} app={app} />
      ))}
    </ul>
  )
}

function App({ app: { id, name, scopes, created_at, used_at } }: { app: AppRow }) {
  const day = useDay()
  const usedText = useUsedText()
  return (
    <li>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{rightsText(scopes)}</Text>
        <Text size="sm" c="dimmed">
          Connected {day(Date.parse(created_at))}, {usedText(used_at)}
        </Text>
      </div>
      <ConfirmButton
        label="Disconnect"
        button={{ 'aria-label': `Disconnect ${name}` }}
        title={`Disconnect “${name}”?`}
        confirm="Disconnect"
        onConfirm={() => endApp(id)}
      >
        It can’t read or change anything for you any more. What it has logged stays.
      </ConfirmButton>
    </li>
  )
}
