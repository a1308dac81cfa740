// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Creates beans only if a property is set and not empty. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Conditional(ConditionalOnText.OnText.class)
public @interface ConditionalOnText {
  /** The name of the property. */
  String value();

  /** Decides by the value of the property. */
  final class OnText extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      String name =
          metadata.getAnnotations().get(ConditionalOnText.class).getString(MergedAnnotation.VALUE);
      boolean set = StringUtils.hasLength(context.getEnvironment().getProperty(name));
      return new ConditionOutcome(
          set,
          ConditionMessage.forCondition(ConditionalOnText.class, name)
              .because(set ? "it is set" : "it is not set"));
    }
  }
}
