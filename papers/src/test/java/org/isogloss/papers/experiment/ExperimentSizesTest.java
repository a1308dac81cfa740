// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.adversarial.AdversarialPaper;
import org.isogloss.papers.bicla.BiclaPaper;
import org.isogloss.papers.clirbert.ClirPaper;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.resource.PaperResources;
import org.isogloss.papers.xpr.XprPaper;
import org.junit.jupiter.api.Test;

/** The sizes of all papers. */
class ExperimentSizesTest {
  /**
   * The sizes of a paper.
   *
   * @param recipes the recipes whose variables are among the settings of a run
   * @param others sizes that the settings of a run have in another form, or that change no figure
   */
  private record Sizes(Class<?> paper, String resource, List<String> recipes, Set<String> others) {}

  private static final List<Sizes> ALL =
      List.of(
          new Sizes(
              AdversarialPaper.class,
              "sizes.yaml",
              List.of(),
              Set.of("targets", "layers", "map-documents")),
          new Sizes(BiclaPaper.class, "sizes.yaml", List.of("recipe.yaml"), Set.of()),
          new Sizes(ClirPaper.class, "sizes.yaml", List.of("recipe.yaml"), Set.of()),
          new Sizes(
              HictlPaper.class,
              "sizes.yaml",
              List.of("training/recipe.yaml"),
              Set.of("negatives", "scale")),
          new Sizes(
              HictlPaper.class,
              "task-sizes.yaml",
              List.of("task.yaml"),
              Set.of("pair-steps", "pair-rate")),
          new Sizes(XprPaper.class, "sizes.yaml", List.of("cross-encoder.yaml"), Set.of()),
          new Sizes(
              XprPaper.class, "source-sizes.yaml", List.of("late-interaction.yaml"), Set.of()));

  @Test
  void noRowIsResumedWithAnotherSize() {
    for (Sizes one : ALL) {
      String recipes =
          one.recipes().stream()
              .map(recipe -> PaperResources.text(one.paper(), recipe))
              .collect(Collectors.joining());
      for (ExperimentScale scale : ExperimentScale.values()) {
        ExperimentSizes sizes = ExperimentSizes.of(one.paper(), one.resource(), scale);
        assertThat(sizes.variables().keySet())
            .as("%s of %s", one.resource(), one.paper().getSimpleName())
            .allMatch(
                name ->
                    one.others().contains(name)
                        || recipes.contains("${" + name + "}")
                        || !sizes.with(name, "987654").description().equals(sizes.description()));
      }
    }
  }

  @Test
  void describesSizesInTheirForm() {
    ExperimentSizes sizes =
        ExperimentSizes.of(ClirPaper.class, "sizes.yaml", ExperimentScale.SMALL);
    assertThat(sizes.description())
        .containsEntry("queries thinned out", "that occur more than 20 times")
        .containsEntry("documents", "at most 180")
        .containsEntry("pairs of sentences to train on", "all")
        .containsEntry("learning rate of BERT", "1.0E-4");
    assertThat(sizes.count("bitext")).isEqualTo(ExperimentSizes.ALL);
    assertThat(sizes.steps(100)).isEqualTo(4);
    ExperimentSizes smoke =
        ExperimentSizes.of(ClirPaper.class, "sizes.yaml", ExperimentScale.SMOKE);
    assertThat(smoke.count("thinning")).isZero();
    assertThat(smoke.description()).containsEntry("queries thinned out", "none");
    assertThatThrownBy(() -> smoke.text("query"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no size query, expected [");
  }
}
