import { Anchor, Text } from '@mantine/core'
import { accessTokensPage } from '../../domain/accounts/access-tokens/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { NewToken } from '../accounts/access-tokens/NewToken.tsx'
import { TokenList } from '../accounts/access-tokens/TokenList.tsx'
import { AppList } from '../accounts/apps/AppList.tsx'
import { AskProof } from '../accounts/proof/AskProof.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { PressPanel } from '../presses/PressPanel.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { WebhooksPanel } from '../webhooks/WebhooksPanel.tsx'

/** Access tokens and connected apps, with which programs act for the person, press addresses (D-156) and webhooks. */
export function ProgramsPage() {
  const page = usePersonalPage(accessTokensPage)
  const user = useUser()
  return (
    <AccountFrame>
      <PageHeading title="Connections" />
      {!user ? (
        <SignInPrompt actionText="to let programs act for you" />
      ) : !page ? (
        <Loading />
      ) : (
        <ErrorBoundary what="your access keys">
          <Programs key={user.id} page={page} />
        </ErrorBoundary>
      )}
    </AccountFrame>
  )
}

function Programs({ page }: { page: DataOf<typeof accessTokensPage> }) {
  return (
    <>
      <Panel id="new-token" title="New access key" mb="lg">
        <Text c="dimmed" mb="md">
          With an access key, a program or a script of yours can log, read and create things for you. The{' '}
          <Anchor href="/api/docs">API documentation</Anchor> lists all calls.
        </Text>
        <NewToken />
      </Panel>
      {page.tokens.length > 0 && (
        <Panel id="access-tokens" title="Your access keys">
          <TokenList tokens={page.tokens} />
        </Panel>
      )}
      {config.app_url && (
        <Panel id="assistant" title="Connect an assistant" mt="lg">
          <CopyField
            label="The address for an assistant (MCP)"
            description="Give it to your assistant. It then opens a page here, where you choose what it may do."
            copyLabel="Copy the address"
            value={`${config.app_url}/mcp`}
          />
        </Panel>
      )}
      {page.apps.length > 0 && (
        <Panel id="apps" title="Connected apps" mt="lg">
          <AppList apps={page.apps} />
        </Panel>
      )}
      <PressPanel />
      <WebhooksPanel />
      <AskProof />
    </>
  )
}
