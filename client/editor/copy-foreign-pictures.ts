import { type DowncastAttributeEvent, ImageUtils, Notification, Plugin } from 'ckeditor5'
import { copyPicture, type Uploaded } from '../../domain/uploads/api.ts'
import { call } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { inAllWidths } from './upload-pictures.tsx'

const ELSEWHERE = /^https?:\/\//i
/** Placeholder for a picture of another site until it is copied. The text keeps the original address. */
const STAND_IN = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120"><rect width="320" height="120" fill="#8883"/><text x="160" y="64" text-anchor="middle" font-family="sans-serif" font-size="16" fill="#777">A picture on another site</text></svg>`
)}`

/**
 * D-141 Makes the server copy pictures that are inserted or pasted with an address on another site, because pages
 * only show pictures from this site. Shows a placeholder meanwhile.
 * If the copy fails, a message appears and the picture keeps its address; saving then replaces it with a note.
 * Foreign pictures in a text that is merely opened are copied when it is saved.
 */
export class CopyForeignPictures extends Plugin {
  static get pluginName() {
    return 'CopyForeignPictures' as const
  }

  static get requires() {
    return [ImageUtils, Notification] as const
  }

  init(): void {
    const { model } = this.editor
    this.#showStandIns()
    const copies = new Map<string, Promise<Uploaded>>()
    this.listenTo(model.document, 'change:data', (_, { isUndoable }) => {
      if (!isUndoable) return
      for (const source of this.#changedSources()) {
        const copy = copies.get(source) ?? call(copyPicture, { body: { url: source } })
        copies.set(source, copy)
        copy.then(
          made => this.#show(source, made),
          error => {
            copies.delete(source)
            this.editor.plugins.get(Notification).showWarning(messageOf(error), { title: 'Picture' })
          }
        )
      }
    })
  }

  /** Shows the placeholder, so that editing never requests a picture from another site. */
  #showStandIns(): void {
    const { conversion, plugins } = this.editor
    const utils = plugins.get(ImageUtils)
    conversion.for('editingDowncast').add(dispatcher => {
      for (const name of ['src', 'srcset']) {
        dispatcher.on<DowncastAttributeEvent>(
          `attribute:${name}`,
          (event, { item, attributeNewValue }, { consumable, mapper, writer }) => {
            if (!isElsewhere(item.getAttribute('src')) || !utils.isImage(item as never) || attributeNewValue === null)
              return
            if (!consumable.consume(item, event.name)) return
            const image = utils.findViewImgElement(mapper.toViewElement(item as never) as never)
            if (image && name === 'src') writer.setAttribute('src', STAND_IN, image)
          },
          { priority: 'high' }
        )
      }
    })
  }

  /** Foreign addresses of the pictures that this change inserted or altered. */
  #changedSources(): string[] {
    const { model } = this.editor
    const ranges = model.document.differ.getChanges().flatMap(change => {
      if (change.type === 'attribute') return change.range
      if (change.type !== 'insert') return []
      return model.createRange(change.position, change.position.getShiftedBy(change.length))
    })
    const items = ranges.flatMap(range => [...range.getItems()])
    const sources = items.map(item => String(item.getAttribute('src') ?? ''))
    return [...new Set(sources)].filter(isElsewhere)
  }

  #show(source: string, made: Uploaded): void {
    const { model } = this.editor
    const root = model.document.getRoot()
    if (!root) return
    const { default: whole, ...narrower } = inAllWidths(made)
    const srcset = Object.entries(narrower).map(([width, url]) => `${url} ${width}w`)
    const { url: src, width, height } = made
    model.enqueueChange({ isUndoable: false }, writer => {
      for (const item of model.createRangeIn(root).getItems()) {
        if (item.getAttribute('src') !== source) continue
        writer.removeAttribute('srcset', item)
        writer.setAttributes({ src, width, height, ...(srcset.length > 0 ? { srcset: srcset.join(', ') } : {}) }, item)
      }
    })
  }
}

function isElsewhere(source: unknown): boolean {
  if (typeof source !== 'string' || !ELSEWHERE.test(source)) return false
  return !(config.app_url && source.startsWith(`${config.app_url}/uploads/`))
}
