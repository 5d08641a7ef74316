import type { ReactNode } from 'react'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { useUser } from '../lib/user.ts'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panels } from '../ui/Panels.tsx'
import { MyHeading } from './MyHeading.tsx'

interface Props<Data> {
  title: string
  actionText: string
  /** Null for a visitor, and until it has come. */
  page: Data | null
  /** Beside the title, for who is signed in. */
  actions?: ReactNode
  children: (page: Data) => ReactNode
}

/** A page of what is mine alone: a visitor is asked to sign in. */
export function MyPage<Data>({ title, actionText, page, actions, children }: Props<Data>) {
  const user = useUser()
  return (
    <>
      <MyHeading title={title} actions={user && actions} />
      <Panels>
        {!user ? <SignInPrompt actionText={actionText} /> : page ? <Body page={page}>{children}</Body> : <Loading />}
      </Panels>
    </>
  )
}

/** Renders by itself, so that a bad value in the page's own part leaves menu and heading. */
function Body<Data>({ page, children }: { page: Data; children: (page: Data) => ReactNode }) {
  return children(page)
}
