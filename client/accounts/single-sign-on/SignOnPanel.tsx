import { Button, Text } from '@mantine/core'
import { securityPage } from '../../../domain/accounts/api.ts'
import { disconnectSignOn } from '../../../domain/accounts/single-sign-on/api.ts'
import type { DataOf } from '../../../domain/lib/page.ts'
import { call } from '../../lib/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { config } from '../../lib/embedded.ts'
import { reloadPages } from '../../lib/page-cache.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { reloadUser } from '../accounts.ts'
import { proven } from '../proof/proof.ts'
import { noPasswords, providerName, signOn } from './sign-on.ts'

const useDay = dateTexts({ dateStyle: 'medium' })

interface Props {
  connection: DataOf<typeof securityPage>['sign_on']
  hasPassword: boolean
}

/** Connects the account with the provider of the hut, and disconnects it. */
export function SignOnPanel({ connection, hasPassword }: Props) {
  const day = useDay()
  const name = providerName()
  const { busy, refusal, run } = useAction()

  return (
    <Panel id="sign-on" title={name} space="xs">
      {connection ? (
        <>
          <Text mb="md">
            Connected since {day(Date.parse(connection.since))}
            {connection.email === '' ? '' : ` as ${connection.email}`}. It signs you in.
          </Text>
          {!hasPassword && noPasswords() === null && (
            <Text size="sm" c="dimmed" mb="md">
              You have no password here.{' '}
              {config.sends_mail ? (
                <TextLink to="/forgot-password">Choose one by email</TextLink>
              ) : (
                'An admin can give you a link to choose one.'
              )}
            </Text>
          )}
          <ConfirmButton
            label="Disconnect"
            button={{ style: { alignSelf: 'start' } }}
            title={`Disconnect ${name}?`}
            confirm="Disconnect"
            onConfirm={async () => {
              await call(disconnectSignOn)
              await Promise.all([reloadUser(), reloadPages(securityPage)])
            }}
          >
            It will no longer sign you in. You can connect it again.
          </ConfirmButton>
        </>
      ) : (
        <>
          <Text mb="md">Connect your account, and {name} signs you in.</Text>
          <Button
            variant="default"
            style={{ alignSelf: 'start' }}
            loading={busy}
            onClick={() => void run(() => proven(() => signOn('link')))}
          >
            Connect {name}
          </Button>
          <FormMessage text={refusal} />
        </>
      )}
    </Panel>
  )
}
