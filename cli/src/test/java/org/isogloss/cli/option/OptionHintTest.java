// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class OptionHintTest {
  private final IsoglossException failure = new IsoglossException("use another folder");

  private String fail() {
    throw failure;
  }

  @Test
  void returnsTheResultOfTheAction() {
    assertThat(OptionHint.add("--work DIR", () -> "result")).isEqualTo("result");
  }

  @Test
  void appendsTheOptionToTheMessageOfAFailure() {
    assertThatThrownBy(() -> OptionHint.add("--work DIR", this::fail))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("use another folder (--work DIR)")
        .hasCause(failure);
  }

  @Test
  void leavesFailuresOfOtherReasonsUnchanged() {
    assertThatThrownBy(() -> OptionHint.run("--work DIR", other -> false, this::fail))
        .isSameAs(failure);
  }

  @Test
  void recognisesMessagesAboutAFolderAndItsFiles() {
    Path folder = Path.of("a.work");
    assertThat(OptionHint.concerning(folder))
        .accepts(
            new IsoglossException(folder + ": contains other files"),
            new IsoglossException(folder.resolve("settings.json") + ": is damaged"))
        .rejects(
            new IsoglossException(folder + "2: contains other files"),
            new IsoglossException("the loss is NaN"));
  }
}
