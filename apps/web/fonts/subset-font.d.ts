declare module 'subset-font' {
  type Axis = number | { min: number; max: number }

  export interface SubsetOptions {
    targetFormat: 'woff2'
    /** What each axis is pinned or narrowed to; those not named stay whole. */
    variationAxes: Record<string, Axis>
    /** OpenType tags; all others go. */
    keepFeatures: string[]
  }

  // biome-ignore lint/style/noDefaultExport: what the package exports
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
