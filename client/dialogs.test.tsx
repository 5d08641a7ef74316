/** The focus rules of dialogs and forms (client/ui/Dialog.tsx, client/ui/forms/Form.tsx), tested with each dialog. */
import { Button, MantineProvider, Menu } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { PLANS, productOf } from '../domain/billing/plans.ts'
import { ADA, forget, json, respond, show } from '../testing/page/show.tsx'
import { ProofDialog } from './accounts/proof/ProofDialog.tsx'
import { question } from './accounts/proof/proof.ts'
import { SignInModal } from './accounts/SignInModal.tsx'
import { openSignIn } from './accounts/sign-in.ts'
import { PlanModal } from './billing/PlanModal.tsx'
import { openPurchase } from './billing/purchase.ts'
import { PurchaseModal } from './billing/tokens/PurchaseModal.tsx'
import { AttachActivity } from './groups/AttachActivity.tsx'
import { setUser } from './lib/user.ts'
import { JoinCodeModal } from './live/join/JoinCodeModal.tsx'
import { theme } from './theme.ts'
import { ConfirmModal } from './ui/ConfirmModal.tsx'
import { Dialog } from './ui/Dialog.tsx'
import { useClashes } from './ui/forms/ClashDialog.tsx'
import { LeaveGuard } from './ui/forms/LeaveGuard.tsx'
import { DotsMenu } from './ui/menu/DotsMenu.tsx'

afterEach(forget)

function Opener({ children }: { children: (opened: boolean, close: () => void) => ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <Button onClick={() => setOpened(true)}>Open</Button>
      {children(opened, () => setOpened(false))}
    </main>
  )
}

/** A dialog that is loaded on demand is open at its first render. */
function Late({ open, children }: { open: () => void; children: ReactNode }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        onClick={() => {
          open()
          setAsked(true)
        }}
      >
        Open
      </Button>
      {asked && children}
    </>
  )
}

function Clashing() {
  const { ask, dialog } = useClashes()
  return (
    <>
      <Button
        onClick={() => void ask([{ path: 'title', field: 'title', item: null, base: '', mine: 'a', theirs: 'b' }])}
      >
        Open
      </Button>
      {dialog}
    </>
  )
}

const never = (): Promise<void> => new Promise(() => {})
const group = { slug: 'g' } as Parameters<typeof AttachActivity>[0]['group']

const DIALOGS: [string, { shown: ReactNode; opener?: string; first: string }][] = [
  [
    'a question before what cannot be undone',
    {
      shown: (
        <Opener>
          {(opened, close) => (
            <ConfirmModal opened={opened} title="Sure?" confirm="Delete" onConfirm={never} onClose={close} />
          )}
        </Opener>
      ),
      first: 'Cancel'
    }
  ],
  ['what two people changed', { shown: <Clashing />, first: 'Yours' }],
  [
    'the code of a session',
    {
      shown: <Opener>{(opened, close) => <JoinCodeModal opened={opened} onClose={close} onSubmit={never} />}</Opener>,
      first: 'Code'
    }
  ],
  [
    'one plan',
    {
      shown: (
        <Opener>
          {(opened, close) => <PlanModal plan={opened ? PLANS.map(productOf)[0] : undefined} onClose={close} />}
        </Opener>
      ),
      first: 'Subscribe'
    }
  ],
  [
    'an activity for a group',
    { shown: <AttachActivity group={group} isOwner />, opener: 'Add an Activity', first: 'Activity' }
  ],
  [
    'login',
    {
      shown: (
        <Late open={() => openSignIn()}>
          <SignInModal />
        </Late>
      ),
      first: 'Email'
    }
  ],
  [
    'registration',
    {
      shown: (
        <Late open={() => openSignIn({ tab: 'register' })}>
          <SignInModal />
        </Late>
      ),
      first: 'Email'
    }
  ],
  [
    'out of tokens',
    {
      shown: (
        <Late open={openPurchase}>
          <PurchaseModal />
        </Late>
      ),
      first: 'Close'
    }
  ]
]

const nameOf = (element: Element | null): string =>
  element?.getAttribute('aria-label') ??
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent) ??
  ''

test.each(DIALOGS)('the dialog for %s takes the focus and returns it to its opener', async (_, dialog) => {
  respond({ 'GET /api/huts/g/attachable': () => json({ serverData: { challenges: [] } }) })
  show(dialog.shown)
  const opener = screen.getByRole('button', { name: dialog.opener ?? 'Open' })
  opener.focus()
  fireEvent.click(opener)
  await waitFor(() => expect(nameOf(document.activeElement)).toContain(dialog.first))
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  await waitFor(() => {
    // The first Escape may close something inside the dialog.
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a dialog that was loaded on demand returns the focus while it fades', async () => {
  show(
    <Late open={() => openSignIn()}>
      <SignInModal />
    </Late>,
    '/',
    'default'
  )
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  await waitFor(() => expect(nameOf(document.activeElement)).toContain('Email'))
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

test('the page gets the focus when the action removes the opener', async () => {
  show(<Joining />)
  const join = screen.getByRole('button', { name: 'Join' })
  join.focus()
  fireEvent.click(join)
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

/** A session as a visitor sees it. Joining removes the button. */
function Joining() {
  const [step, setStep] = useState<'visitor' | 'asked' | 'in'>('visitor')
  return (
    <main id="main" tabIndex={-1}>
      <div>
        <a href="/sessions">Sessions</a>
        <h1>Together now</h1>
        {step !== 'in' && <Button onClick={() => setStep('asked')}>Join</Button>}
      </div>
      <ConfirmModal
        opened={step === 'asked'}
        title="Sure?"
        confirm="Yes"
        onConfirm={() => setStep('in')}
        onClose={() => setStep(now => (now === 'in' ? now : 'visitor'))}
      />
    </main>
  )
}

test('Escape answers the question about leaving and returns the focus to the form', async () => {
  const router = show(
    <>
      <Button>Save</Button>
      <LeaveGuard isChanged typed="lost" />
    </>
  )
  screen.getByRole('button', { name: 'Save' }).focus()
  await act(async () => void router.navigate('/elsewhere'))
  await waitFor(() => expect(nameOf(document.activeElement)).toBe('Stay'))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(nameOf(document.activeElement)).toBe('Save'))
})

test('Escape closes the top dialog, and the next Escape the one below', async () => {
  function Both() {
    const [asked, setAsked] = useState(false)
    return (
      <Opener>
        {(opened, close) => (
          <Dialog opened={opened} onClose={close} title="Below">
            <Button onClick={() => setAsked(true)}>Ask</Button>
            <ConfirmModal
              opened={asked}
              title="On top"
              confirm="Delete"
              onConfirm={never}
              onClose={() => setAsked(false)}
            />
          </Dialog>
        )}
      </Opener>
    )
  }
  show(<Both />)
  const names = () => screen.queryAllByRole('dialog').map(dialog => dialog.textContent?.slice(0, 5))
  fireEvent.click(screen.getByText('Open'))
  fireEvent.click(await screen.findByText('Ask'))
  await waitFor(() => expect(names()).toHaveLength(2))
  const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  pressEscape()
  await waitFor(() => expect(names()).toEqual(['Below']))
  pressEscape()
  await waitFor(() => expect(names()).toEqual([]))
})

test('Back closes a dialog and stays on the page', async () => {
  const router = show(
    <Opener>
      {(opened, close) => (
        <ConfirmModal opened={opened} title="Sure?" confirm="Yes" onConfirm={never} onClose={close} />
      )}
    </Opener>
  )
  await act(() => router.navigate('/second'))
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/second')
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/')
})

test('a dialog that opens during a navigation does not stop it', async () => {
  window.history.replaceState({ idx: 0 }, '')
  const loaded = Promise.withResolvers<null>()
  const first = (
    <Opener>
      {(opened, close) => (
        <ConfirmModal opened={opened} title="Sure?" confirm="Yes" onConfirm={never} onClose={close} />
      )}
    </Opener>
  )
  const router = createMemoryRouter([
    { path: '/', element: first },
    { path: '/second', loader: () => loaded.promise, element: <p>The second page</p> }
  ])
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>
  )
  act(() => void router.navigate('/second'))
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  loaded.resolve(null)
  expect(await screen.findByText('The second page')).toBeTruthy()
  window.history.replaceState(null, '')
})

test("a dialog opened from a menu returns the focus to the menu's button", async () => {
  show(
    <Opener>
      {(opened, close) => (
        <>
          <FromMenu />
          <ConfirmModal opened={opened} title="Sure?" confirm="Yes" onConfirm={never} onClose={close} />
        </>
      )}
    </Opener>
  )
  const button = screen.getByRole('button', { name: 'Menu' })
  button.focus()
  fireEvent.click(button)
  const item = await screen.findByRole('menuitem', { name: 'Delete' })
  item.focus()
  fireEvent.click(item)
  await waitFor(() => expect(nameOf(document.activeElement)).toBe('Cancel'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a menu opens with the focus on its first item; Home and End move it', async () => {
  show(
    <DotsMenu label="Menu">
      <Menu.Item>First</Menu.Item>
      <Menu.Item>Second</Menu.Item>
      <Menu.Item>Third</Menu.Item>
    </DotsMenu>
  )
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
  expect(document.activeElement?.textContent).toBe('Third')
  fireEvent.keyDown(document.activeElement as Element, { key: 'Home' })
  expect(document.activeElement?.textContent).toBe('First')
})

function FromMenu() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button>Menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking(true)}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmModal opened={asking} title="Sure?" confirm="Yes" onConfirm={never} onClose={() => setAsking(false)} />
    </>
  )
}

test('a busy button keeps the focus in its dialog and ignores presses', async () => {
  let calls = 0
  show(
    <Opener>
      {(opened, close) => (
        <ConfirmModal
          opened={opened}
          title="Sure?"
          confirm="Delete"
          onConfirm={() => {
            calls += 1
            return never()
          }}
          onClose={close}
        />
      )}
    </Opener>
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  const confirm = await screen.findByRole('button', { name: 'Delete' })
  confirm.focus()
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  expect([calls, confirm.getAttribute('aria-disabled'), document.activeElement === confirm]).toEqual([1, 'true', true])
  expect((confirm as HTMLButtonElement).disabled).toBe(false)
})

test('a refused join code focuses its field', async () => {
  show(<JoinCodeModal opened onClose={() => {}} onSubmit={() => Promise.reject(new Error('no line'))} />)
  const code = screen.getByLabelText<HTMLInputElement>(/Code/)
  const join = screen.getByRole('button', { name: 'Join' })
  join.focus()
  fireEvent.click(join)
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(code.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(code, { target: { value: 'x' } })
  join.focus()
  fireEvent.click(join)
  await screen.findByText('The server didn’t answer. Please try again.')
  await waitFor(() => expect(document.activeElement).toBe(code))
})

test('the question for a proof begins at the password, behind the hidden username', async () => {
  setUser(ADA)
  show(
    <Late open={() => question.set(() => question.set(null))}>
      <ProofDialog />
    </Late>
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  const password = await screen.findByLabelText('Password', { exact: false, selector: 'input' })
  await waitFor(() => expect(document.activeElement).toBe(password))
})
