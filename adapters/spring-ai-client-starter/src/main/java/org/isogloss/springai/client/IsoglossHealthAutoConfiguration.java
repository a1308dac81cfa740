// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.client;

import org.isogloss.client.RemoteIndex;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Creates the health indicator {@code isogloss} of the index of a server, in applications with
 * Spring Boot's support for health.
 */
@AutoConfiguration(after = IsoglossClientAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(RemoteIndex.class)
public final class IsoglossHealthAutoConfiguration {
  IsoglossHealthAutoConfiguration() {}

  @Bean
  @ConditionalOnEnabledHealthIndicator("isogloss")
  @ConditionalOnMissingBean(name = "isoglossHealthIndicator")
  HealthIndicator isoglossHealthIndicator(RemoteIndex index) {
    return new IsoglossHealthIndicator(index);
  }
}
