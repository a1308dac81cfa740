// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static java.util.Objects.requireNonNull;

/**
 * An interlanguage link.
 *
 * @param page the number of the page from which it leads
 * @param target the title to which it leads
 */
public record LanguageLink(long page, WikiTitle target) {
  public LanguageLink {
    requireNonNull(target, "target is null");
  }
}
