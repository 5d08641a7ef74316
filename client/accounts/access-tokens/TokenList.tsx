import { Text } from '@mantine/core'
import type { AccessTokenRow } from '../../../domain/accounts/access-tokens/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import classes from '../LoginsPanel.module.css'
import { useUsedText } from '../used-text.ts'
import { endAccessToken } from './access-tokens.ts'
import { rightsText } from './rights-text.ts'

const useDay = dateTexts({ dateStyle: 'medium' })

export function TokenList({ tokens }: { tokens: readonly AccessTokenRow[] }) {
  return (
    <ul className={classes.logins}>
      {tokens.map(token => (
        <Token key={token.id} token={token} />
      ))}
    </ul>
  )
}

function Token({ token: { id, name, scopes, expires_at, used_at } }: { token: AccessTokenRow }) {
  const day = useDay()
  const usedText = useUsedText()
  const end = Date.parse(expires_at)
  return (
    <li>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{rightsText(scopes)}</Text>
        <Text size="sm" c="dimmed">
          {end > serverNow() ? `Works until ${day(end)}` : `Ended ${day(end)}`}, {usedText(used_at)}
        </Text>
      </div>
      <ConfirmButton
        label="End"
        button={{ 'aria-label': `End the access key ${name}` }}
        title={`End “${name}”?`}
        confirm="End it"
        onConfirm={() => endAccessToken(id)}
      >
        Programs that use it stop working. What they have logged stays.
      </ConfirmButton>
    </li>
  )
}
