import { Box, Button, Group, Radio, Stack, Text } from '@mantine/core'

import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type AppQuestion, connectAppPage } from '../../domain/accounts/apps/api.ts'
import { type Allowed, allowedScopes } from '../../domain/accounts/apps/apps.ts'
import { rightsText } from '../accounts/access-tokens/rights-text.ts'
import { answerApp, useQuestion } from '../accounts/apps/apps.ts'
import { AskProof } from '../accounts/proof/AskProof.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { useActions } from '../ui/ActionButton.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panel } from '../ui/Panel.tsx'

/** Asks whether an app, such as an assistant, may act for the person (D-156). The app has sent the browser here. */
export function ConnectAppPage() {
  usePersonalPage(connectAppPage)
  const user = useUser()
  const question = useLocation().pathname.split('/').at(-1) ?? ''
  return (
    <Box maw="36rem" mx="auto">
      <PageHeading title="Connect an app" />
      {user ? <Question key={user.id} id={question} /> : <SignInPrompt actionText="to connect an app" />}
      <AskProof />
    </Box>
  )
}

function Question({ id }: { id: string }) {
  const { data, error } = useQuestion(id)
  if (error) return <FormMessage text={messageOf(error)} />
  return data ? <Asked id={id} question={data} /> : <Loading />
}

const CHOICES: Record<Allowed, string> = { read: 'Only read', change: 'Read and change' }

function Asked({ id, question: { name, host, scopes } }: { id: string; question: AppQuestion }) {
  const choices = (Object.keys(CHOICES) as Allowed[]).filter(
    (choice, index, all) =>
      allowedScopes(scopes, choice).length > 0 &&
      (index === 0 || allowedScopes(scopes, choice).length > allowedScopes(scopes, all[0] as Allowed).length)
  )
  const [chosen, setChosen] = useState<Allowed>(choices[0] ?? 'read')
  const { busy, refusal, run } = useActions<'allow' | 'refuse'>()
  return (
    <Panel id="app" title={`Let “${name}” act for you?`}>
      <Text mb="md">
        The app says that this is its name, and nobody has checked it. Go on only if you have just started this in an
        app that you trust. Your browser then goes to <strong>{host}</strong>.
      </Text>
      <Radio.Group label="What it may do" value={chosen} onChange={value => setChosen(value as Allowed)}>
        <Stack gap="sm" mt="xs">
          {choices.map(choice => (
            <Radio
              key={choice}
              value={choice}
              label={CHOICES[choice]}
              description={rightsText(allowedScopes(scopes, choice))}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text mt="md" c="dimmed">
        It never reaches your account, your security or payments. You can disconnect it at any time under Connections.
      </Text>
      <FormMessage text={refusal} />
      <Group mt="md">
        <Button loading={busy === 'allow'} onClick={() => void run('allow', () => answerApp(id, chosen))}>
          Allow
        </Button>
        <Button
          variant="default"
          loading={busy === 'refuse'}
          onClick={() => void run('refuse', () => answerApp(id, null))}
        >
          Don’t allow
        </Button>
      </Group>
    </Panel>
  )
}
