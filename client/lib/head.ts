/** Title and description of the document, the same as the server writes into the HTML. */
import { useEffect } from 'react'
import type { Head } from '../../domain/lib/page.ts'
import { config } from './embedded.ts'

export function setHead({ title, description }: Head): void {
  document.title = title === config.app_name ? title : `${title} · ${config.app_name}`
  const meta =
    document.querySelector('meta[name="description"]') ?? document.head.appendChild(document.createElement('meta'))
  meta.setAttribute('name', 'description')
  meta.setAttribute('content', description ?? '')
}

/** For pages without data of their own. */
export function useHead(title: string, description?: string): void {
  useEffect(() => setHead({ title, description }), [title, description])
}
