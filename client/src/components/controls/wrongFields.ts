/** Fields that hold something that does not fit. */

/** Go to the first field that holds nonsense, and say whether there is one: nothing is sent until it is put right. */
export function goToWrong(page: ParentNode = document): boolean {
  const field = page.querySelector<HTMLElement>("main [aria-invalid='true'], dialog [aria-invalid='true']");
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
  return field !== null;
}
