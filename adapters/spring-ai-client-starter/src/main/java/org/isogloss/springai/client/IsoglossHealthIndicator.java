// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.client;

import org.isogloss.api.IndexDescription;
import org.isogloss.api.Searcher;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up if the server describes the index; the details are its name and its size. */
final class IsoglossHealthIndicator extends AbstractHealthIndicator {
  private final Searcher searcher;

  IsoglossHealthIndicator(Searcher searcher) {
    super("the Isogloss index does not respond");
    this.searcher = searcher;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    IndexDescription index = searcher.describe();
    builder
        .up()
        .withDetail("index", index.name())
        .withDetail("documents", index.documentCount())
        .withDetail("passages", index.passageCount());
  }
}
