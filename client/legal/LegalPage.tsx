import { type ReactNode, useEffect } from 'react'
import type { imprintPage, privacyPage, termsPage } from '../../domain/legal/pages.ts'
import { isLink } from '../../domain/lib/links.ts'
import type { Page } from '../../domain/lib/page.ts'
import { setHead } from '../lib/head.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Prose } from '../ui/text/Prose.tsx'
import { RichText } from '../ui/text/RichText.tsx'

/** A page of text without data from the server. */
export function LegalPage({ page, title, children }: { page: Page; title: string; children: ReactNode }) {
  useEffect(() => setHead(page.head({} as never)), [page])
  return (
    <>
      <PageHeading title={title} />
      <Prose>{children}</Prose>
    </>
  )
}

interface OwnProps {
  page: typeof imprintPage | typeof privacyPage | typeof termsPage
  title: string
  /** The built-in text. */
  children?: ReactNode
}

/** A page whose text an admin can replace, also by a link to a page elsewhere. */
export function OwnLegalPage({ page, title, children }: OwnProps) {
  const { text } = usePage(page)
  return (
    <>
      <PageHeading title={title} />
      {isLink(text) ? (
        <Prose>
          <p>
            You find this page at <a href={text}>{text}</a>.
          </p>
        </Prose>
      ) : text ? (
        <RichText html={text} />
      ) : (
        <Prose>{children}</Prose>
      )}
    </>
  )
}
