import { Button, Card, Group, PasswordInput, Stack, Textarea, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { type ReactNode, useState } from 'react'
import { openSignIn, requireSignIn } from '../accounts/sign-in.ts'
import { openPurchase } from '../billing/purchase.ts'
import { RichTextField } from '../editor/RichTextField.tsx'
import { serverNow } from '../lib/dates/server-clock.ts'
import { useHead } from '../lib/head.ts'
import { JoinCodeModal } from '../live/join/JoinCodeModal.tsx'
import { ActionBar } from '../ui/ActionBar.tsx'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DurationInput } from '../ui/forms/DurationInput.tsx'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import { StatusDot } from '../ui/StatusDot.tsx'
import { TokenCount } from '../ui/TokenCount.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { type ToastKind, toast } from '../ui/toasts/toast.tsx'

const KINDS: ToastKind[] = ['info', 'success', 'warning', 'error', 'help', 'adminHelp', 'ready']
const PLACES = [
  { to: '/gallery', label: 'This tab' },
  { to: '/about', label: 'Another' },
  { to: '/tokens', label: 'A third' }
]
const PROSE = `<h2>Week one</h2><p>Run for <strong>one minute</strong>, walk for two. <a href="/about">Why?</a></p>
<ul><li>Warm up</li><li>Eight rounds</li></ul><blockquote>Slow is smooth.</blockquote><pre><code>6 × 400 m</code></pre>`

/** Every component of ui in its states, on fixed data. Development only. */
export function GalleryPage() {
  useHead('Gallery')
  const [start] = useState(serverNow)
  return (
    <>
      <PageHeading
        title="Gallery"
        crumbs={[{ title: 'Home', to: '/' }, { title: 'Gallery' }]}
        tabs={PLACES}
        actions={<Button>Action</Button>}
      />
      <Stack gap="xl">
        <Part title="Buttons">
          <Button>Filled</Button>
          <Button variant="default">Default</Button>
          <Button variant="light">Light</Button>
          <Button variant="subtle">Subtle</Button>
          <Button loading>Loading</Button>
          <Button disabled>Disabled</Button>
        </Part>
        <Part title="States">
          <StatusDot status="soon">
            Starts in <Countdown until={start + 3_725_000} />
          </StatusDot>
          <StatusDot status="running">
            Ends in <Countdown until={start + 605_000} />
          </StatusDot>
          <StatusDot status="ended">Ended</StatusDot>
          <TokenCount uses={946} />
          <TokenCount uses={100} />
        </Part>
        <Part title="Progress and durations">
          {[0, 0.4, 1].map(ratio => (
            <ProgressRing key={ratio} ratio={ratio} label={`${ratio * 100} of 100 times`}>
              {ratio * 100}%
            </ProgressRing>
          ))}
          <Duration />
        </Part>
        <Part title="Toasts">
          {KINDS.map(kind => (
            <Button
              key={kind}
              variant="default"
              onClick={() => toast[kind](`A ${kind} toast`, { link: { label: 'About', to: '/about' } })}
            >
              {kind}
            </Button>
          ))}
        </Part>
        <Modals />
        <Part title="Fields">
          <TextInput label="Title" withAsterisk error="Value is required." />
          <TextInput label="Username" disabled defaultValue="ada" />
          <PasswordInput label="Password" defaultValue="secret" />
          <Textarea label="Content" placeholder="What is it about?" autosize minRows={2} />
        </Part>
        <TabLinks tabs={PLACES} label="Pills" look="pills" />
        <Written />
        <Card>
          <RichText html={PROSE} />
        </Card>
        <EmptyState text="You haven't created any lists yet.">
          <Button>Create a list</Button>
        </EmptyState>
        <Loading cards={1} />
        <ActionBar title="What comes next" note="What it costs">
          <Button size="lg">Do it</Button>
        </ActionBar>
      </Stack>
    </>
  )
}

function Written() {
  const [html, setHtml] = useState(PROSE)
  return <RichTextField label="Description" value={html} error="Value is required." onChange={setHtml} />
}

function Modals() {
  const [open, setOpen] = useState<'confirm' | 'code' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Part title="Modals">
      <Button variant="default" onClick={() => openSignIn()}>
        Sign in
      </Button>
      <Button variant="default" onClick={() => requireSignIn('to join a session', () => toast.success('Continued'))}>
        Required
      </Button>
      <Button variant="default" onClick={openPurchase}>
        Out of tokens
      </Button>
      <Button variant="default" onClick={() => setOpen('confirm')}>
        Confirm
      </Button>
      <Button variant="default" onClick={() => setOpen('code')}>
        Code
      </Button>
      <ConfirmModal
        opened={open === 'confirm'}
        title="Delete this goal?"
        confirm="Delete"
        onConfirm={close}
        onClose={close}
      >
        Its logs and notes go with it.
      </ConfirmModal>
      <JoinCodeModal opened={open === 'code'} onClose={close} onSubmit={async () => {}} />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Group align="center">{children}</Group>
    </section>
  )
}

function Duration() {
  const [text, setText] = useState('0d 0h 25m 0s')
  return <DurationInput label="Duration" value={text} onChange={setText} />
}
