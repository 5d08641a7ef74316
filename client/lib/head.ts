/** Title and description of the document, in the same format as the server's HTML. */
import { useEffect, useState } from 'react'
import type { Head } from '../../domain/lib/page.ts'
import { config } from './embedded.ts'

/** Prefixes of the title, such as countdowns, by the component that set them. */
const leads = new Map<symbol, string>()
let pageTitle: string | null = null

function showTitle(): void {
  if (pageTitle === null) return
  const title = [...leads.values(), pageTitle].filter(Boolean).join(' · ')
  // Browsers compute styles again even for an equal title.
  if (title !== document.title) document.title = title
}

export function setHead({ title, description }: Head): void {
  pageTitle = title === config.app_name ? title : `${title} · ${config.app_name}`
  showTitle()
  const meta =
    document.querySelector('meta[name="description"]') ?? document.head.appendChild(document.createElement('meta'))
  meta.setAttribute('name', 'description')
  meta.setAttribute('content', description ?? '')
}

/** For pages without data from the server. */
export function useHead(title: string, description?: string): void {
  useEffect(() => setHead({ title, description }), [title, description])
}

/** Prefixes the page's title while the component is shown: with a countdown, or the number of unread messages. */
export function useTitleLead(text: string): void {
  const [me] = useState(Symbol)
  useEffect(() => {
    leads.set(me, text)
    showTitle()
  }, [me, text])
  useEffect(
    () => () => {
      leads.delete(me)
      showTitle()
    },
    [me]
  )
}
