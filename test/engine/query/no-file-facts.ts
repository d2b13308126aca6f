/** File columns of notes without links, where no file is looked at. */

export const NO_FILE_FACTS = {
  backlinksOf: () => [],
  linksOf: () => [],
  linked: { backlinks: () => [], targets: () => [] },
  stats: null,
};
