# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
class Isogloss < Formula
  desc "Cross-lingual retrieval: index texts in many languages, search them in any"
  homepage "https://github.com/isogloss/isogloss"
  url "https://github.com/isogloss/isogloss/releases/download/v@VERSION@/isogloss-search-@VERSION@.tar.gz"
  sha256 "@TAR_SHA256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    rm "bin/isogloss.bat"
    bash_completion.install "share/bash-completion/completions/isogloss"
    fish_completion.install "share/fish/vendor_completions.d/isogloss.fish"
    zsh_completion.install "share/zsh/site-functions/_isogloss"
    man1.install Dir["share/man/man1/*"]
    libexec.install Dir["*"]
    (bin/"isogloss").write_env_script libexec/"bin/isogloss", JAVA_HOME: Language::Java.overridable_java_home_env[:JAVA_HOME]
  end

  test do
    (testpath/"notes/rain.md").write "Demain, il pleuvra toute la journée."
    system bin/"isogloss", "index", "notes", "--index", "index", "--model", "tiny"
    assert_match "rain.md", shell_output("#{bin}/isogloss search 'Will it rain tomorrow?' --index index")
  end
end
