import { Plugin, ViewUpcastWriter } from 'ckeditor5'

/** Leaves out pasted pictures without an address, which saving would remove (server/lib/html.ts). */
export class LeaveOutEmbeddedImages extends Plugin {
  static get pluginName() {
    return 'LeaveOutEmbeddedImages' as const
  }

  static get requires() {
    return ['ClipboardPipeline'] as const
  }

  init(): void {
    const { view } = this.editor.editing
    const writer = new ViewUpcastWriter(view.document)
    this.listenTo(this.editor.plugins.get('ClipboardPipeline'), 'inputTransformation', (_, { content }) => {
      const images = [...view.createRangeIn(content)].map(({ item }) => item).filter(item => item.is('element', 'img'))
      for (const image of images)
        if (!/^(https?:)?\/|^[^:]+$/i.test(image.getAttribute('src') ?? '')) writer.remove(image)
    })
  }
}
