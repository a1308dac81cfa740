// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.papers.adversarial.AdversarialPaper;
import org.isogloss.papers.bicla.BiclaPaper;
import org.isogloss.papers.clirbert.ClirPaper;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.translation.HictlTranslationPaper;
import org.isogloss.papers.xpr.XprPaper;
import org.junit.jupiter.api.Test;

class PaperDeviceTest extends PaperTestCase {
  private static final List<Paper> PAPERS =
      List.of(
          new AdversarialPaper(),
          new BiclaPaper(),
          new ClirPaper(),
          new HictlPaper(),
          new HictlTranslationPaper(),
          new XprPaper());

  @Test
  void refusesAMissingDeviceBeforeAnyWork() {
    for (Paper paper : PAPERS) {
      Path work = folder.resolve(paper.name());
      PaperOptions options =
          options(paper.name()).overrides(List.of("compute.device=cuda:98")).build();
      assertThatThrownBy(() -> paper.run(options, PaperListener.NONE))
          .as(paper.name())
          .isInstanceOf(IsoglossException.class)
          .hasMessageStartingWith("compute.device is cuda:98, but ");
      assertThat(work).doesNotExist();
    }
  }

  @Test
  void theLastOverrideIsTheDeviceOfAllTrainingsAndOfScoring() {
    assertThat(options("w").build().device()).isEqualTo("cpu");
    PaperOptions options =
        options("w")
            .overrides(List.of("compute.device=cpu", "training.steps=1", "compute.device=cuda:1"))
            .build();
    assertThat(options.device()).isEqualTo("cuda:1");
    assertThat(options.computeOverrides())
        .containsExactly("compute.device=cpu", "compute.device=cuda:1");
    assertThatThrownBy(() -> options("w").overrides(List.of("compute.device=gpu")).build().device())
        .isInstanceOf(IsoglossException.class)
        .hasMessage("compute.device is \"gpu\", expected cpu, cuda or cuda:N");
    assertThatThrownBy(
            () -> options("w").overrides(List.of("compute={device=cuda}")).build().device())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected each of its keys, such as compute.device=cuda");
  }
}
