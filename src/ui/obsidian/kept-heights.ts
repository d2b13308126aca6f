/** How high blocks were, so that nothing below one jumps when the app draws its section anew. D15 (keeps its height) */

/** Blocks that are remembered; above it the oldest is forgotten. */
const MOST_KEPT = 500;

export class KeptHeights {
  private readonly heights = new Map<string, number>();

  /** Until it has its rows, the element is as high as the one of the same place was. Returns the function that stops looking. */
  keep(element: HTMLElement, place: string): () => void {
    const height = this.heights.get(place);
    if (height !== undefined) {
      element.classList.add('ndb-keeps-height');
      element.style.setProperty('--ndb-kept-height', `${height}px`);
    }
    const observer = new ResizeObserver(() => this.remember(place, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }

  /** An element that is taken away has no height any more. */
  private remember(place: string, height: number): void {
    if (height === 0) return;
    this.heights.delete(place);
    this.heights.set(place, height);
    const [oldest] = this.heights.keys();
    if (this.heights.size > MOST_KEPT && oldest !== undefined) this.heights.delete(oldest);
  }
}
